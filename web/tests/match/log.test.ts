import { render } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import { recap as ofBuilder } from '../../src/games/civ_builder/recap';
import { recap as ofCards } from '../../src/games/civ_card_game/recap';
import type { GameEvent, Texts } from '../../src/generated/types';
import { caption, type Naming } from '../../src/match/captions';
import Log from '../../src/table/Log.svelte';
import { event } from '../recorded/five_x';

const FILES = import.meta.glob<string>('../../../src/microciv/texts/*.en.toml', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const GAMES = ['5x', '5-ages', 'civ-builder', 'civ-card-game'];

/** What a game calls its events: `name = "words"` in the table `events` of its texts. */
function eventsOf(game: string): Record<string, string> {
  const text = FILES[`../../../src/microciv/texts/${game}.en.toml`] ?? '';
  const [, table = ''] = text.split(/^\[events\]$/m);
  const lines = (table.split(/^\[/m)[0] ?? '').matchAll(/^(\w+) = "(.*)"$/gm);
  return Object.fromEntries([...lines].map(([, name = '', words = '']) => [name, words]));
}

function namingOf(game: string): Naming {
  const texts: Texts = { events: eventsOf(game) };
  return { texts, names: ['You', 'Ana', 'Bo'], reader: 0, wonders: {}, unit: 1 };
}

/** One of each, as far as nothing but its name matters. */
function oneOfEach(game: string): GameEvent[] {
  return Object.keys(eventsOf(game)).map((name) => event(name, { seat: 0, other: 1, target: 1 }));
}

test.each(GAMES)('whatever happens in %s is in the log', (game) => {
  const naming = namingOf(game);
  const events = oneOfEach(game);
  expect(events.length).toBeGreaterThan(10);
  const { container } = render(Log, { props: { events, naming } });
  const plain = (words: string): string => words.replace(/\s+/g, ' ').trim();
  const log = plain(container.textContent);
  expect(events.filter((one) => !log.includes(plain(caption(naming, one))))).toEqual([]);
});

/** Told in one line with what they belong to, or shown by the table itself. */
const ELSEWHERE: Record<string, string[]> = {
  'civ-builder': ['cultured', 'dealt', 'rolled', 'wild'],
  'civ-card-game': [
    ...['dealt', 'dealt_plot', 'market_plot', 'market_tech', 'paid', 'peace', 'resettled'],
    ...['retreated', 'revealed'],
  ],
};

test.each([
  ['civ-builder', ofBuilder],
  ['civ-card-game', ofCards],
] as const)(
  'what happens in %s is among the latest, unless it is told with something else',
  (game, recap) => {
    const naming = namingOf(game);
    const silent = oneOfEach(game)
      .filter((one) => !recap(naming, [one], 0).length)
      .map((one) => one.event);
    expect(silent.sort()).toEqual(ELSEWHERE[game]);
  },
);

test('an event that no text knows is told by its name', () => {
  const naming = namingOf('civ-builder');
  const unheard = event('blocked_off', { seat: 1 });
  expect(recapped(naming, unheard)).toEqual(['Ana: blocked off', 'Ana: blocked off']);
});

function recapped(naming: Naming, one: GameEvent): string[] {
  return [ofBuilder, ofCards].flatMap((recap) => recap(naming, [one], 0).map(({ text }) => text));
}
