import { afterEach, expect, test } from 'vitest';
import { speak } from '../../src/language/words';
import { called, NAMELESS } from '../../src/match/called';
import { groupTableWords } from '../../src/pages/groups';
import { company } from '../../src/pages/mine';
import { watchingWords } from '../../src/pages/waiting';

afterEach(() => speak('en'));

test('who gave no name is called so in the language of who reads', async () => {
  expect(called(NAMELESS)).toBe('Traveller');
  await speak('de');
  expect(called(NAMELESS)).toBe('Reisender');
  expect(called('Traveller 2')).toBe('Reisender 2');
  expect(called('Traveller (from round 3)')).toBe('Reisender (from round 3)');
  await speak('es');
  expect(called(NAMELESS)).toBe('Viajero');
});

test('other names are as they are', async () => {
  await speak('de');
  for (const name of ['Ann', 'Travellers', 'Traveller Ann', 'The Traveller', '']) {
    expect(called(name)).toBe(name);
  }
});

test('so it is in lists of people', async () => {
  await speak('de');
  expect(company([{ name: NAMELESS, level: null }])).toBe('mit Reisender');
  expect(watchingWords({ count: 0, names: ['Ann', NAMELESS] })).toContain('Ann und Reisender');
  const open = { open: 0, playing: true, pace: 'none', hours: 0 } as const;
  const table = { table: 'abc', title: '5X', mine: false, names: [NAMELESS], ...open };
  expect(groupTableWords(table)).toMatch(/^Reisender, /);
});
