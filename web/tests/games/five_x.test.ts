import { expect, test } from 'vitest';
import { lines } from '../../src/games/five_x/lines';
import {
  asFiveX,
  changes,
  drawSeats,
  handOf,
  ladder,
  ladderStart,
  roundEvents,
  roundOf,
} from '../../src/games/five_x/view';
import { event, naming, texts, updateAt, updates } from '../recorded/five_x';

test('the events on top of an observation draw the resources of the next one', () => {
  let checked = 0;
  updates.forEach((update, index) => {
    const before = updates[index - 1];
    if (!before) return;
    const drawn = drawSeats(asFiveX(before.seen), update.events);
    const truth = asFiveX(update.seen).table.map((seat) => seat.resources);
    expect(drawn.map((seat) => seat.resources)).toEqual(truth);
    checked += 1;
  });
  expect(checked).toBeGreaterThan(15);
});

test('a revealed card and an opened bid are drawn on their seat', () => {
  const seen = asFiveX(updateAt(2).seen);
  const drawn = drawSeats(seen, [
    event('revealed', { seat: 2, card: 'expand' }),
    event('bid', { seat: 2, amount: 3, card: 'expand' }),
  ]);
  expect([drawn[2]?.played, drawn[2]?.bid]).toEqual(['expand', 3]);
  expect(drawn[1]?.played).toBe('');
});

test('the ladder has what happened since the last reveal of a round began', () => {
  const events = [
    event('round', { round: 1, wonder: 'A' }),
    event('revealed', { seat: 0, card: 'gandhi' }),
    event('exploited', { seat: 0, amount: 3, crowd: 0 }),
    event('round', { round: 2, wonder: 'B' }),
  ];
  expect(ladderStart(events, 1)).toBe(1);
  expect(roundOf(events, 1)).toBe(1);
  expect(ladder(texts, events, 1)[0]).toEqual({
    step: 'exploit',
    played: [{ seat: 0, card: 'gandhi' }],
    events: [events[2]],
  });
});

test('Dido builds in her own step and Suleiman in his', () => {
  const build = (card: string) => {
    const events = [event('revealed', { seat: 1, card }), event('built', { seat: 1, amount: 3 })];
    return ladder(texts, events, 1).find((column) => column.events.length)?.step;
  };
  expect([build('dido'), build('suleiman')]).toEqual(['explore', 'excavate']);
});

test('why nothing happened stands in the step in which it would have', () => {
  const events = [
    event('revealed', { seat: 0, card: 'exterminate' }),
    event('revealed', { seat: 1, card: 'dido' }),
    event('missed', { seat: 0 }),
    event('blocked', { seat: 1, card: 'dido', target: 2 }),
    event('discarded', { seat: 1, card: 'dido' }),
  ];
  const told = ladder(texts, events, 2).filter((column) => column.events.length);
  expect(told.map(({ step, events: own }) => [step, own.map((one) => one.event)])).toEqual([
    ['exterminate', ['missed']],
    ['explore', ['blocked']],
  ]);
});

test('the hits of one attacker are one line', () => {
  const events = [
    event('hit', { seat: 1, target: 0, supply: 0 }),
    event('hit', { seat: 2, target: 0, supply: 1 }),
    event('hit', { seat: 1, target: 3, supply: 0 }),
  ];
  expect(lines(naming, events).map((line) => line.text)).toEqual([
    'Ana +2 from you, Cy',
    'Bo +1 from you (supply pays)',
  ]);
});

test('equal incomes and equal hits are one line', () => {
  const events = [
    event('hit', { seat: 1, target: 3, supply: 0 }),
    event('hit', { seat: 0, target: 3, supply: 0 }),
    event('exploited', { seat: 1, amount: 1, crowd: 2 }),
    event('exploited', { seat: 0, amount: 1, crowd: 2 }),
    event('exploited', { seat: 2, amount: 3, crowd: 0 }),
  ];
  const said = lines(naming, events, 0);
  expect(said[0]).toEqual({ text: 'Ana, you each +1 from Cy', mine: true });
  expect(said[1]?.text).toMatch(/^Ana, you each /);
  expect(said.map((line) => line.mine)).toEqual([true, true, false]);
});

test('the bids of a round are one line, and so is what the losers pay', () => {
  const events = [
    event('bid', { seat: 0, amount: 2 }),
    event('bid', { seat: 1, amount: 3 }),
    event('won', { seat: 1, amount: 3, wonder: 'A' }),
    event('lost', { seat: 0, amount: 1 }),
    event('lost', { seat: 2, amount: 3 }),
  ];
  expect(lines(naming, events).map((line) => line.text)).toEqual([
    'Bids: you 2, Ana 3',
    'Ana −3: the Pyramids',
    'Lost: you −1, Bo −3',
  ]);
});

test('while somebody has yet to reveal, the round before stays on the ladder', () => {
  const events = [
    event('round', { round: 1, wonder: 'A' }),
    event('revealed', { seat: 0, card: 'explore' }),
    event('revealed', { seat: 1, card: 'exploit' }),
    event('exploited', { seat: 1, amount: 3, crowd: 0 }),
    event('explored', { seat: 0, amount: 1 }),
    event('round', { round: 2, wonder: 'B' }),
    event('revealed', { seat: 1, card: 'exploit' }),
  ];
  expect(roundOf(events, 2)).toBe(1);
  expect(changes(roundEvents(events, 2), 2)).toEqual([1, 3]);
  expect(roundOf([...events, event('revealed', { seat: 0, card: 'expand' })], 2)).toBe(2);
});

test('lines about the reader are marked', () => {
  const events = [
    event('hit', { seat: 1, target: 0, supply: 0 }),
    event('hit', { seat: 2, target: 3, supply: 0 }),
  ];
  expect(lines(naming, events, 0).map((line) => line.mine)).toEqual([true, false]);
});

test('a hand lies basics first, in the order of their steps', () => {
  const seat = asFiveX(updateAt(0).seen).table[0];
  expect(seat && handOf(seat).slice(0, 5)).toEqual([
    'exploit',
    'exterminate',
    'expand',
    'explore',
    'excavate',
  ]);
});
