import { describe, expect, it } from 'vitest';
import type { FiveAgesObservation } from '../../src/generated/types';
import { orders } from '../../src/games/five_ages/orders';
import type { Naming } from '../../src/match/captions';

const naming = { texts: {}, names: ['You', 'Bo', 'Cy'], reader: 0, wonders: {}, unit: 1 } as Naming;

function seen(changes: Partial<FiveAgesObservation> = {}): FiveAgesObservation {
  const row = (left: string, right: string, done = false) => ({ left, right, done });
  return {
    seat: 0,
    phase: 'trade',
    tick: 1,
    ticks: 3,
    round: 2,
    to_place: 1,
    hand: ['AS'],
    table: [row('7S', 'Jk'), row('TD', '4S'), row('9C', '')],
    ...changes,
  } as unknown as FiveAgesObservation;
}

const texts = (of: FiveAgesObservation) =>
  orders
    .proposals(of, naming, { steps: [], options: {}, notes: {} })
    .map(({ choices }) => choices.map(({ text }) => text));

describe('orders in 5 Ages', () => {
  it('are for swaps of what lies open, and for all that may be built', () => {
    const [trade, build] = texts(seen());
    expect(trade).toEqual(['offer 7S for W:TD', 'offer 7S for W:4S', 'offer 7S for E:9C']);
    expect(build).toEqual(['AS', '7S', 'TD', '4S', '9C'].map((card) => `build ${card}`));
  });

  it('are for building alone in the last step of trade, and for nothing outside it', () => {
    expect(texts(seen({ tick: 3 }))).toHaveLength(1);
    expect(texts(seen({ phase: 'build' }))).toEqual([]);
  });

  it('say what they wish', () => {
    const move = { text: 'x', verb: 'offer', side: 'W', given: '7S', wanted: 'TD' };
    const order = { phase: 'trade', round: 2, when: 'asked', wishes: [move, { text: 'pass' }] };
    expect(orders.wishes(naming, 0, order)).toBe('7♠ for Bo’s 10♦; else my offers stand');
    const build = [{ text: 'build AS', verb: 'build', card: 'AS' }, { text: 'done' }];
    expect(orders.wishes(naming, 0, { ...order, wishes: build })).toBe('A♠');
  });
});
