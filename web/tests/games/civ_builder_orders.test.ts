import { describe, expect, it } from 'vitest';
import type { Observation } from '../../src/generated/types';
import { orders } from '../../src/games/civ_builder/orders';
import type { Naming } from '../../src/match/captions';

const naming = {
  texts: {},
  names: ['You', 'Bo'],
  reader: 0,
  wonders: {},
  unit: 1,
} as unknown as Naming;

function phases(changes: object): string[] {
  const tops = Array.from({ length: 10 }, () => [1]);
  const seen = { seat: 0, round: 2, phase: 'meld', trading: false, tops, table: [{}, {}] };
  const whole = { ...seen, ...changes } as unknown as Observation;
  return orders
    .proposals(whole, naming, [])
    .map(({ phase, round }) => `${phase} ${round.toString()}`);
}

describe('orders in Civ Builder', () => {
  it('are for the end of the round, as far as one is top', () => {
    expect(phases({})).toEqual(['discard 2']);
    const tops = Array.from({ length: 10 }, () => [0]);
    expect(phases({ tops })).toEqual(['point 2', 'dump 2', 'discard 2', 'sixth 0']);
    expect(phases({ phase: 'discard' })).toEqual([]);
  });

  it('are for trade while there is some', () => {
    expect(phases({ phase: 'market', trading: true })).toEqual(['market 2', 'discard 2']);
    expect(phases({ phase: 'answer', trading: true })).toEqual([
      'offer 2',
      'answer 2',
      'discard 2',
    ]);
  });
});
