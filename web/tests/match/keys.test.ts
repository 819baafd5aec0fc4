import { afterEach, expect, test } from 'vitest';
import { BOARDS, keysOf } from '../../src/games/registry';
import {
  COMMON,
  digitOf,
  forTable,
  isTaken,
  listed,
  release,
  spoken,
  takesEnter,
  written,
} from '../../src/match/keys';

const SOURCES = import.meta.glob<string>('../../src/games/*/*.svelte', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const NAMED = /(?:data-key=|aria-keyshortcuts=|\bkey: )(?:"(\w+)"|'(\w+)'|\{([^}]*)\})/g;

afterEach(() => document.body.replaceChildren());

/** The letters and words that buttons of a game's board name as their keys. */
function named(game: string): string[] {
  const folder = `/games/${game.replace('5x', 'five_x').replace('5-ages', 'five_ages').replaceAll('-', '_')}/`;
  const found = Object.entries(SOURCES)
    .filter(([path]) => path.includes(folder))
    .flatMap(([, text]) => [...text.matchAll(NAMED)])
    .flatMap(([, one, other, code]) =>
      code === undefined
        ? [one ?? other ?? '']
        : [...code.matchAll(/'(\w+)'/g)].map(([, word]) => word ?? ''),
    );
  return [...new Set(found.map((key) => key.toLowerCase()))];
}

test.each([...BOARDS, 'goofspiel'])('no two keys of %s are one in one view', (game) => {
  const all = [
    ...keysOf(game),
    ...COMMON.filter(({ keys }) => !isTaken(keysOf(game), keys[0] ?? '')),
  ];
  const views = new Set(all.map(({ when }) => when ?? ''));
  for (const view of views) {
    const keys = all
      .filter(({ when }) => when === undefined || when === view)
      .flatMap((one) => one.keys);
    expect([view, keys.length]).toEqual([view, new Set(keys).size]);
  }
});

test.each(BOARDS)('every key that a button of %s names is in its list', (game) => {
  const known = new Set(keysOf(game).flatMap(({ keys }) => keys));
  expect(named(game).filter((key) => !known.has(key))).toEqual([]);
});

test('buttons of the card games name keys at all', () => {
  expect(named('civ-card-game')).toContain('e');
  expect(named('civ-builder')).toContain('n');
});

test('a letter of the page that a board has wants Shift, and is written so', () => {
  const own = keysOf('civ-builder');
  expect(['l', 'r', 'h'].map((letter) => written(own, letter))).toEqual(['⇧ L', '⇧ R', 'H']);
  expect(spoken(own, 'l')).toBe('Shift+L');
  expect(listed(own).map(({ shown }) => shown)).toContain('⇧ R');
  expect(BOARDS.filter((game) => isTaken(keysOf(game), 'h'))).toEqual([]);
});

test('no key reaches the table from a field, from a sheet or with Ctrl', () => {
  const pressed = (html: string, options: KeyboardEventInit = {}): boolean => {
    document.body.innerHTML = html;
    let reached = false;
    const look = forTable(() => (reached = true));
    window.addEventListener('keydown', look, { once: true });
    document
      .querySelector('#at')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'l', bubbles: true, ...options }));
    return reached;
  };
  expect(pressed('<button id="at"></button>')).toBe(true);
  expect(pressed('<button id="at"></button>', { ctrlKey: true })).toBe(false);
  for (const field of [
    '<input id="at">',
    '<textarea id="at"></textarea>',
    '<select id="at"></select>',
  ]) {
    expect([field, pressed(field)]).toEqual([field, false]);
  }
  expect(pressed('<div popover><button id="at"></button></div>')).toBe(false);
  expect(pressed('<dialog open></dialog><button id="at"></button>')).toBe(false);
});

test('a click leaves no focus on a button of the table, a key does, and so does a sheet', () => {
  const left = (html: string, detail: number): boolean => {
    document.body.innerHTML = html;
    const button = document.querySelector('button');
    button?.focus();
    release(new MouseEvent('click', { detail }));
    return document.activeElement === button;
  };
  expect(left('<button></button>', 1)).toBe(false);
  expect(left('<button></button>', 0)).toBe(true);
  expect(left('<dialog open><button></button></dialog>', 1)).toBe(true);
});

test('digits are told from other keys', () => {
  expect(['0', '9', 'a', ' ', 'f1', ''].map(digitOf)).toEqual([0, 9, -1, -1, -1, -1]);
});

test('a key that is held answers once, and steps again and again', () => {
  const heard: string[] = [];
  const hear = forTable((pressed) => heard.push(pressed));
  for (const key of ['n', 'ArrowRight']) {
    for (const repeat of [false, true]) hear(new KeyboardEvent('keydown', { key, repeat }));
  }
  expect(heard).toEqual(['n', 'arrowright', 'arrowright']);
  const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, cancelable: true });
  hear(held); // nor does the button that it is on
  expect([heard.length, held.defaultPrevented]).toEqual([3, true]);
});

test('Enter on a link, a button or what unfolds is for that alone', () => {
  document.body.innerHTML =
    '<a href="/"><i></i></a><button><b></b></button><details><summary></summary></details><p></p>';
  const takes = ['i', 'b', 'summary', 'p'].map((name) => takesEnter(document.querySelector(name)));
  expect([...takes, takesEnter(window)]).toEqual([true, true, true, false, false]);
});
