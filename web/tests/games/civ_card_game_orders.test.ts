import { describe, expect, it } from 'vitest';
import type { Observation } from '../../src/generated/types';
import { orders } from '../../src/games/civ_card_game/orders';
import type { Naming } from '../../src/match/captions';

const naming = {
  texts: {},
  names: ['You', 'Bo'],
  reader: 0,
  wonders: {},
  unit: 1,
} as unknown as Naming;

function asked(changes: object = {}): Record<string, string[]> {
  const plots = [
    { card: 'Plains', population: 2, structures: ['Granary', 'Pyramids'] },
    { card: 'Hills', population: 1, structures: ['Granary'] },
  ];
  const mine = { known: ['Archers', 'Chariot', 'Granary', 'Archers'], plots };
  const seen = { seat: 0, round: 2, phase: 'turn', table: [mine, mine], ...changes };
  const found = orders.proposals(seen as unknown as Observation, naming, []);
  return Object.fromEntries(
    found.map(({ phase, choices }) => [phase, choices.map(({ text }) => text)]),
  );
}

describe('orders in the Card Game', () => {
  it('are for all that is asked in the turns of others', () => {
    const { block, ...others } = asked();
    expect(block).toContain('block Archers');
    expect(block).not.toContain('block Granary');
    expect(others).toEqual({
      yield: ['yield 1', 'yield 2'],
      raze: ['raze 1 Granary', 'raze 2 Granary'],
      surrender: ['give F', 'give H', 'give C'],
    });
  });

  it('are for nothing while the table is set', () => {
    expect(asked({ round: 0 })).toEqual({});
    expect(asked({ phase: 'over' })).toEqual({});
  });
});
