import { describe, expect, it } from 'vitest';
import type { FiveXObservation } from '../../src/generated/types';
import { orders } from '../../src/games/five_x/orders';
import type { Naming } from '../../src/match/captions';

const cards = { caesar: { title: 'Caesar', action: 'excavate' } };
const naming = {
  texts: { cards, moves: { bid: 'Bid {amount}' } },
  names: ['You', 'Bo', 'Cy'],
  reader: 0,
  wonders: {},
  unit: 2,
} as unknown as Naming;

function seen(changes: object = {}): FiveXObservation {
  const seat = { resources: 2, played: '', pile: ['expand', 'excavate'] };
  const table = [seat, { ...seat, pile: ['gandhi'] }, seat];
  const whole = { seat: 0, phase: 'select', round: 2, stack: ['B'], removed: ['A'], table };
  return { ...whole, ...changes } as unknown as FiveXObservation;
}

const play = (card: string) => [{ text: card, verb: 'play', card }];
const texts = (of: FiveXObservation, card: string) =>
  orders
    .proposals(of, naming, { steps: card ? play(card) : [], options: {}, notes: {} })
    .map(({ when, choices }) => [when, ...choices.map(({ text }) => text)]);

describe('orders in 5X', () => {
  it('are for the bid, by how many others bid, once an Expand is chosen', () => {
    expect(texts(seen(), '')).toEqual([]);
    expect(texts(seen(), 'exploit')).toEqual([]);
    expect(texts(seen(), 'expand')).toEqual(
      ['alone', 'one', 'more'].map((when) => [when, 'bid 1', 'bid 2']),
    );
  });

  it('are for what an Excavate digs up', () => {
    expect(texts(seen(), 'excavate')).toEqual([['', 'take expand']]);
    expect(texts(seen(), 'caesar')).toEqual([['', 'take expand', 'fetch gandhi']]);
    expect(texts(seen({ phase: 'dig' }), 'excavate')).toEqual([]);
  });

  it('say what they wish', () => {
    const wishes = [3, 1].map((amount) => ({ text: 'x', verb: 'bid', amount }));
    const order = { phase: 'bid', round: 2, when: 'one', wishes };
    expect(orders.wishes(naming, 0, order)).toBe('Bid 3; else Bid 1');
  });
});
