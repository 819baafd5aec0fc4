import { expect, test } from 'vitest';
import {
  announced,
  caption,
  chapters,
  moveLabel,
  phrase,
  points,
  rungs,
} from '../../src/match/captions';
import { event, naming, texts } from '../recorded/five_x';

test('halves are written as people write them', () => {
  expect([0, 1, 2, 9].map((halves) => points(halves, 2))).toEqual(['0', '½', '1', '4½']);
});

test('a caption puts names for seats, and "you" inside a sentence', () => {
  const hit = event('hit', { seat: 1, target: 0, supply: 1 });
  expect(caption(naming, hit)).toBe('Ana +1 from you, paid by the supply');
  expect(caption(naming, event('hit', { seat: 0, target: 1, supply: 0 }))).toBe('You +1 from Ana');
});

test('somebody else who is called "You" is not the reader', () => {
  const other = { ...naming, names: ['Ana', 'You', 'Bo', 'Cy'], reader: null };
  const hit = event('hit', { seat: 1, target: 0, supply: 0 });
  const back = event('hit', { seat: 0, target: 1, supply: 0 });
  expect(caption(other, hit)).toBe('You +1 from Ana');
  expect(caption(other, back)).toBe('Ana +1 from You');
  expect(caption({ ...other, names: ['You', 'You'], reader: 0 }, back)).toBe('You +1 from You');
  expect(caption({ ...other, names: ['You', 'You'], reader: 0 }, hit)).toBe('You +1 from you');
});

test('a card that may not be known has words of its own', () => {
  const passed = event('passed', { seat: 2, receiver: 3, card: null });
  expect(caption(naming, passed)).toBe('Bo to Cy: a leader');
});

const traded = {
  ...naming,
  texts: {
    labels: { you: 'You', your: 'Your' },
    cards: { '7S': { title: '7♠' }, TD: { title: '10♦' } },
    parts: { cards: ['given', 'wanted', 'replaced'] },
    values: { 'side.W': 'your left neighbour', 'reason.2': 'the two attack each other' },
    units: { halves: 2 },
    moves: { offer: 'Offer {side} {given} for {wanted}' },
    phrases: { swapped: "{seat} {seat:swap|swaps} {given} for {other's} {wanted}" },
    events: {
      void: "{seat's} attack on {target} fails: {reason}",
      exchanged: '{seat} {seat:exchange|exchanges} {card?{replaced} for {card}|a card}',
      scored: '{halves} points',
    },
  },
};

test('a caption is about you or about somebody else', () => {
  const exchanged = { card: '7S', replaced: 'TD' };
  expect(caption(traded, event('exchanged', { seat: 0, ...exchanged }))).toBe(
    'You exchange 10♦ for 7♠',
  );
  expect(caption(traded, event('exchanged', { seat: 1, card: null, replaced: null }))).toBe(
    'Ana exchanges a card',
  );
  expect(caption(traded, event('void', { seat: 0, target: 1, reason: 2 }))).toBe(
    'Your attack on Ana fails: the two attack each other',
  );
  expect(caption(traded, event('void', { seat: 1, target: 0, reason: 8 }))).toBe(
    "Ana's attack on you fails: 8",
  );
});

test('values, points and cards of any part have their words', () => {
  const offer = { text: 'offer 7S for W:TD', verb: 'offer', side: 'W', given: '7S', wanted: 'TD' };
  expect(moveLabel(traded, offer)).toBe('Offer your left neighbour 7♠ for 10♦');
  expect(caption(traded, event('scored', { halves: 9 }))).toBe('4½ points');
});

test('a phrase is a sentence that is no event', () => {
  const parts = { seat: 1, other: 0, given: '7S', wanted: 'TD' };
  expect(phrase(traded, 'swapped', parts)).toBe('Ana swaps 7♠ for your 10♦');
  expect(phrase(traded, 'unknown', parts)).toBe('');
});

test('an event without a caption is still said', () => {
  const bare = { texts: {}, names: ['You'], reader: 0, wonders: {}, unit: 1 };
  expect(caption(bare, event('sold_out', { seat: 0, amount: 3 }))).toBe('You: sold out, amount 3');
});

test('a move without words is called by its text', () => {
  expect(moveLabel(naming, { text: 'bid 2', verb: 'bid', amount: 2 })).toBe('Bid 2');
  expect(moveLabel(naming, { text: 'take queen', verb: 'snatch' })).toBe('Take queen');
});

test('what is for the log alone is not announced', () => {
  const events = [event('passed', { seat: 2, receiver: 3 }), event('scored', { seat: 1 })];
  const quiet = { ...naming, texts: { ...texts, ladder: { quiet: ['scored'] } } };
  const loud = { ...naming, texts: { ...texts, ladder: {} } };
  expect(announced(quiet, events)).toBe('Bo to Cy: a leader');
  expect(announced(quiet, events.slice(1))).toBe('');
  expect(announced(loud, events)).toContain('. Ana:');
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

test('a card that comes back stands on the step of that card', () => {
  const steps = {
    expand: { title: '3 Expand', events: ['won', 'returned expand'] },
    excavate: { title: '5 Excavate', events: ['returned excavate', 'took'] },
  };
  const events = [
    event('won'),
    event('returned', { card: 'expand' }),
    event('returned', { card: 'excavate' }),
    event('took'),
  ];
  const titles = rungs({ steps }, events).map((rung) => [rung.title, rung.events.length]);
  expect(titles).toEqual([
    ['3 Expand', 2],
    ['5 Excavate', 2],
  ]);
});
