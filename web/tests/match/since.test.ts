import { expect, test } from 'vitest';
import type { GameEvent } from '../../src/generated/types';
import { wasAway, type Looked } from '../../src/match/looked';
import { sinceLines } from '../../src/match/since';

const naming = {
  names: ['You', 'Ben', 'Cleo'],
  reader: 0,
  mine: 0,
  texts: {
    events: {
      hit: '{seat} hits {target}',
      paid: '{seat} loses {amount}',
      earned: '{seat} earns {amount}',
      hid: '{seat} hides {card}',
      round: 'Round {round}',
    },
    ladder: { losses: ['hit', 'paid'], heading: ['round'], quiet: [] },
  },
} as unknown as Parameters<typeof sinceLines>[0];

const earned = (seat: number, amount: number): GameEvent => ({ event: 'earned', seat, amount });
const hit = (seat: number, target: number): GameEvent => ({ event: 'hit', seat, target });

test('what was lost comes first, then what concerns the reader, and no more than five lines', () => {
  const events: GameEvent[] = [
    { event: 'round', round: 2 },
    ...[1, 2, 3, 4].map((amount) => earned(1, amount)),
    { event: 'hid', seat: 2, card: null },
    hit(0, 2),
    earned(0, 7),
    hit(1, 0),
    hit(1, 0),
    { event: 'paid', seat: 0, amount: 3 },
    { event: 'paid', seat: 1, amount: 3 },
  ];
  const lines = sinceLines(naming, events, 0);
  expect(lines.map(({ loss }) => loss)).toEqual([true, true, false, false, false]);
  expect(lines.map(({ text }) => text)).toEqual([
    ...['Ben hits you', 'You loses 3', 'You hits Cleo', 'You earns 7', 'Ben loses 3'],
  ]);
});

test('of many losses the last are told, and of nothing nothing', () => {
  const events = [1, 2, 3, 4, 5, 6].map((amount): GameEvent => ({
    event: 'paid',
    seat: 0,
    amount,
  }));
  const lines = sinceLines(naming, events, 0);
  expect(lines.map(({ text }) => text.at(-1))).toEqual(['2', '3', '4', '5', '6']);
  expect(sinceLines(naming, [], 0)).toEqual([]);
});

test('who comes back has been away; who thinks for long with the table in sight has not', () => {
  const looked = { match: 1, at: 1_000_000 } as Looked;
  const back = looked.at + 3_600_000;
  expect(wasAway(looked, back, back + 1000)).toBe(true);
  expect(wasAway(looked, looked.at + 60_000, looked.at + 61_000)).toBe(false);
  expect(wasAway(looked, looked.at - 5000, looked.at + 600_000)).toBe(false);
  expect(wasAway(looked, back, back + 600_000)).toBe(false);
});
