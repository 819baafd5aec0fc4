import { expect, test } from 'vitest';
import type { GameEvent } from '../../src/generated/types';
import { recap } from '../../src/games/civ_builder/recap';
import type { Naming } from '../../src/match/captions';

const naming: Naming = {
  texts: {
    labels: { you: 'You', your: 'Your' },
    phrases: {
      drew: '{seat} {seat:draw|draws} {list}',
      gave: '{seat} {seat:give|gives} {receiver} {list}',
    },
    events: {
      turn: "{seat's} turn",
      melded: '{seat} {seat:meld|melds} {attribute}: +{size}',
      stopped: '{seat} {seat:end|ends} {seat:your|the} turn without a meld',
    },
    cards: { Cul: { title: 'Culture' }, Lea: { title: 'Leader' } },
  },
  names: ['You', 'Bo'],
  reader: 0,
  wonders: {},
  unit: 1,
};

function told(...events: GameEvent[]): string[] {
  return recap(naming, events, 0).map(({ text }) => text);
}

test('cards of one seat are one line, hidden ones a number', () => {
  const drew = (seat: number, card: string | null): GameEvent => ({ event: 'drew', seat, card });
  expect(
    told(drew(0, 'Cul'), drew(0, 'Cul'), drew(0, 'Lea'), drew(1, null), drew(1, null)),
  ).toEqual(['You draw 2 Culture, Leader', 'Bo draws 2 cards']);
  expect(
    told(
      { event: 'gave', seat: 0, receiver: 1, card: 'Cul' },
      { event: 'gave', seat: 1, receiver: 0, card: null },
    ),
  ).toEqual(['You give Bo Culture', 'Bo gives you a card']);
});

test('a meld tells its wild cards, and a turn is a heading', () => {
  const lines = recap(
    naming,
    [
      { event: 'turn', seat: 1 },
      { event: 'melded', seat: 1, attribute: 'Cul', size: 3 },
      { event: 'wild', seat: 1, kind: 'Lea', amount: 1 },
      { event: 'stopped', seat: 1, melds: 1 },
    ],
    0,
  );
  expect(lines).toEqual([
    { text: "Bo's turn", head: true, mine: false },
    { text: 'Bo melds Cul: +3 (wild: 1 Leader)', head: false, mine: false },
  ]);
});

test('who melds nothing is told of, and what follows the last turn is not that seat’s', () => {
  const steps = {
    action: { title: 'Action', events: ['turn', 'stopped'] },
    score: { title: 'Score', events: ['led'] },
  };
  const lines = recap(
    { ...naming, texts: { ...naming.texts, steps } },
    [
      { event: 'turn', seat: 1 },
      { event: 'stopped', seat: 1, melds: 0 },
      { event: 'led', seat: 0, attribute: 'Con', points: 2 },
    ],
    0,
  );
  expect(lines.map(({ text, head }) => [text, head])).toEqual([
    ["Bo's turn", true],
    ['Bo ends the turn without a meld', false],
    ['Score', true],
    ['Leads, 2 VP each: You +2, Bo +0', false],
  ]);
});

test('a scoring and an order are one line each', () => {
  expect(
    told(
      { event: 'led', seat: 0, attribute: 'Con', points: 2 },
      { event: 'led', seat: 1, attribute: 'Con', points: 2 },
      { event: 'cultured', seat: 1, points: 1 },
      { event: 'ordered', seat: 1, place: 1 },
      { event: 'ordered', seat: 0, place: 2 },
    ),
  ).toEqual(['Leads, 2 VP each: You +2, Bo +3', 'Order: Bo, you']);
});
