import { expect, test } from 'vitest';
import { tableWords, watchingWords } from '../../src/pages/waiting';

const table = {
  ...{ table: 'x', game: '5x', title: '5X', host: 'Ann', open: 1, seats: 4, bots: 0 },
  ...{
    pace: 'normal' as const,
    hours: null,
    rated: false,
    changed: false,
    quick: false,
    minutes: null,
  },
};

test('a table that waits says what one would sit down to', () => {
  expect(tableWords(table)).toBe('Ann’s table, 3 of 4 seats taken, normal clock');
  expect(tableWords({ ...table, bots: 2, rated: true, quick: true, minutes: 12 })).toBe(
    'Ann’s table, 3 of 4 seats taken (2 bots), normal clock, rated, starts soon by itself, about 12 minutes',
  );
});

test.each([
  [0, [], ''],
  [1, [], '1 person watches.'],
  [3, [], '3 people watch.'],
  [20, [], 'some 20 people watch.'],
  [0, ['Dora'], 'Dora watches.'],
  [1, ['Dora'], 'Dora and 1 other watch.'],
  [2, ['Dora', 'Eve'], 'Dora, Eve and 2 others watch.'],
])('%d and %j are told in words', (count, names, words) => {
  expect(watchingWords({ count, names })).toBe(words);
});
