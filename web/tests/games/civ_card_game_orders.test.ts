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

function asked(
  changes: object = {},
  options: Record<string, unknown> = {},
): Record<string, string[]> {
  const plots = [
    { card: 'Plains', population: 2, structures: ['Granary', 'Pyramids'] },
    { card: 'Hills', population: 1, structures: ['Granary'] },
  ];
  const mine = { known: ['Archers', 'Chariot', 'Granary', 'Archers'], plots };
  const seen = { seat: 0, round: 2, phase: 'turn', table: [mine, mine], ...changes };
  const found = orders.proposals(seen as unknown as Observation, naming, {
    ...{ steps: [], options, notes: {} },
  });
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
      receive: ['settle 1', 'settle 2'],
      surrender: ['give F', 'give H', 'give C'],
    });
  });

  it("are for the table's own cards", () => {
    const cards = [
      { name: 'Archers', blocks: [] },
      { name: 'Guards', type: 'unit', blocks: ['Chariot'] },
      { name: 'Granary', copies: 0 },
      { name: 'Barn', type: 'building' },
    ];
    const plots = [{ card: 'Plains', population: 1, structures: ['Barn'] }];
    const mine = { known: ['Archers', 'Guards'], plots };
    const found = asked({ table: [mine, mine] }, { cards });
    expect([found['block'], found['raze']]).toEqual([['block Guards'], ['raze 1 Barn']]);
  });

  it('are for walls, and for plots with too many structures, where there are some', () => {
    const walled = { population: 1, structures: ['City Walls', 'Granary'] };
    const mine = {
      known: [],
      plots: [
        { card: 'Plains', ...walled },
        { card: 'Hills', ...walled, structures: ['City Walls'] },
      ],
    };
    const { breach, repel, vacate } = asked({ table: [mine, mine] });
    expect(breach).toEqual(['raze 1 City Walls', 'raze 2 City Walls']);
    expect(repel).toContain('repel Catapult');
    expect(repel).not.toContain('repel Archers');
    expect(vacate).toEqual(['raze 1 Granary', 'raze 1 City Walls']);
    const wonder = {
      known: [],
      plots: [{ card: 'Plains', population: 1, structures: ['Great Wall'] }],
    };
    const other = asked({ table: [wonder, wonder] });
    expect([other['breach'], other['repel']?.length]).toEqual([undefined, repel?.length]);
  });

  it('are for nothing while the table is set', () => {
    expect(asked({ round: 0 })).toEqual({});
    expect(asked({ phase: 'over' })).toEqual({});
  });
});
