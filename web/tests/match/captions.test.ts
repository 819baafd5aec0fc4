import { expect, test } from 'vitest';
import { caption, chapters, moveLabel, points, rungs } from '../../src/match/captions';
import { event, naming, texts } from '../recorded/five_x';

test('halves are written as people write them', () => {
  expect([0, 1, 2, 9].map((halves) => points(halves, 2))).toEqual(['0', '½', '1', '4½']);
});

test('a caption puts names for seats, and "you" inside a sentence', () => {
  const hit = event('hit', { seat: 1, target: 0, supply: 1 });
  expect(caption(naming, hit)).toBe('Ana +1 from you, paid by the supply');
  expect(caption(naming, event('hit', { seat: 0, target: 1, supply: 0 }))).toBe('You +1 from Ana');
});

test('a card that may not be known has words of its own', () => {
  const passed = event('passed', { seat: 2, receiver: 3, card: null });
  expect(caption(naming, passed)).toBe('Bo to Cy: a leader');
});

test('an event without a caption is still said', () => {
  const bare = { texts: {}, names: ['You'], wonders: {}, unit: 1 };
  expect(caption(bare, event('sold_out', { seat: 0, amount: 3 }))).toBe('You: sold out, amount 3');
});

test('a move without words is called by its text', () => {
  expect(moveLabel(naming, { text: 'bid 2', verb: 'bid', amount: 2 })).toBe('Bid 2');
  expect(moveLabel(naming, { text: 'take queen', verb: 'snatch' })).toBe('Take queen');
});

test('the log begins with the newest round, and a round with its heading', () => {
  const events = ['dealt', 'round', 'bid', 'round', 'hit'].map((name) => event(name));
  const rounds = chapters({ ladder: { heading: ['round'] } }, events);
  expect(rounds.map((round) => round.map((one) => one.event))).toEqual([
    ['round', 'hit'],
    ['round', 'bid'],
    ['dealt'],
  ]);
});

test('captions are grouped by the steps of the game', () => {
  const events = [event('exploited'), event('exploited'), event('hit'), event('other')];
  const titles = rungs(texts, events).map((rung) => [rung.title, rung.events.length]);
  expect(titles).toEqual([
    ['1 Exploit', 2],
    ['2 Exterminate', 1],
    ['', 1],
  ]);
});
