import { describe, expect, it } from 'vitest';
import type { Observation, OrderView, OrderWish } from '../../src/generated/types';
import { orders } from '../../src/games/civ_builder/orders';
import { swapText } from '../../src/games/civ_builder/swaps';
import type { Naming } from '../../src/match/captions';
import { draftOf, ordersWith, together, type Draft, type Proposal } from '../../src/match/orders';

const naming = {
  texts: {},
  names: ['You', 'Bo'],
  reader: 0,
  wonders: {},
  unit: 1,
} as unknown as Naming;

function proposed(changes: object): Proposal[] {
  const tops = Array.from({ length: 10 }, () => [1]);
  const seen = { seat: 0, round: 2, phase: 'meld', trading: false, tops, table: [{}, {}] };
  return orders.proposals({ ...seen, ...changes } as unknown as Observation, naming, {
    ...{ steps: [], options: {}, notes: { standing: 3 } },
  });
}

function phases(changes: object): string[] {
  return proposed(changes).map(({ phase, round }) => `${phase} ${round.toString()}`);
}

function proposal(phase: string, at: number): Proposal {
  const found = proposed({ phase, trading: true, table: [{}, {}, {}] })[at];
  if (!found) throw new Error('nothing can be left');
  return found;
}

const trading = (phase: string): Proposal => proposal(phase, 0);

function sent(draft: Draft, phase = 'answer'): OrderWish[] {
  return ordersWith([], [trading(phase)], [draft]);
}

/** As the server tells of orders. */
function told(wishes: OrderWish[]): OrderView[] {
  const move = (text: string) => {
    const [verb = '', card = ''] = text.split(' ');
    return { text, verb: text === 'offer any' ? 'offer_any' : verb, card };
  };
  return wishes.map((wish) => ({
    ...wish,
    round: wish.round ?? 0,
    when: wish.when ?? '',
    wishes: wish.wishes.map(move),
  }));
}

describe('orders in Civ Builder', () => {
  it('are for the end of the round, as far as one is top', () => {
    expect(phases({})).toEqual(['discard 2']);
    const tops = Array.from({ length: 10 }, () => [0]);
    expect(phases({ tops })).toEqual(['point 2', 'dump 2', 'discard 2', 'sixth 0']);
    expect(phases({ phase: 'discard' })).toEqual([]);
  });

  it('are for trade while there is some', () => {
    expect(phases({ phase: 'market', trading: true })).toEqual(['swap 2', 'market 2', 'discard 2']);
    const answers = ['swap 2', 'answer reply 2', 'discard 2'];
    expect(phases({ phase: 'answer', trading: true })).toEqual(answers);
    expect(phases({ phase: 'answer', trading: true, table: [{}, {}, {}] })).toEqual([
      ...answers.slice(0, 2),
      'choose 2',
      'discard 2',
    ]);
  });

  const swap = { wanted: [swapText({ give: { Cul: 2 }, want: { Sci: 1 } })], otherwise: '' };
  const terms = ['give Cul', 'give Cul', 'want Sci'];
  const order = (phase: string, ...wishes: string[]) => ({ phase, round: 2, when: 'swap', wishes });

  it('take a swap whatever asks for it, and offer it if that is wanted', () => {
    const taken = [order('answer', ...terms, 'accept'), order('reply', ...terms, 'accept')];
    expect(sent(swap)).toEqual(taken);
    const none = { phase: 'offer', round: 2, when: '', wishes: ['pass'] };
    expect(sent({ ...swap, otherwise: 'pass' })).toEqual([...taken, none]);
    const toAll = ['offer any', 'offer B', 'offer C'];
    expect(sent({ ...swap, otherwise: 'all' })).toEqual([
      ...taken,
      order('offer', ...toAll, 'give Cul', 'give Cul', 'for', 'want Sci', 'done'),
      none,
    ]);
    const stand = ['accept B1', 'accept C1', 'accept B2', 'accept C2', 'accept B3', 'accept C3'];
    expect(sent(swap, 'market')).toEqual([order('market', ...terms, ...stand)]);
  });

  it('stand as they were left, a swap in one line', () => {
    for (const draft of [swap, { ...swap, otherwise: 'all' }, { ...swap, otherwise: 'pass' }]) {
      const standing = told(sent(draft));
      expect(draftOf(trading('answer'), standing)).toEqual(draft);
      expect(ordersWith(standing, [trading('answer')], [draft])).toEqual(sent(draft));
    }
    const standing = told(sent({ ...swap, otherwise: 'all' }));
    const [first, ...rest] = together(orders, standing);
    expect([first?.length, rest.length]).toEqual([3, 1]);
    expect(orders.wishes(naming, 0, standing[0] as OrderView)).toBe('2 Cul for Sci');
  });

  it('leave alone what was left elsewhere and cannot be said here', () => {
    const pass = { phase: 'offer', round: 2, when: '', wishes: ['pass'] };
    const toOne = order('offer', 'offer C', 'give Cul', 'for', 'want Sci', 'done');
    const accept = { phase: 'answer', round: 2, when: '', wishes: ['accept'] };
    const standing = told([...sent(swap), toOne, pass, accept]);
    const found = [trading('answer'), proposal('answer', 1)];
    const drafts = found.map((one) => draftOf(one, standing));
    expect(drafts).toEqual([swap, { wanted: [], otherwise: '' }]);
    expect(ordersWith(standing, found, drafts)).toEqual([...sent(swap), toOne, pass, accept]);
    expect(together(orders, standing)).toHaveLength(4);
  });

  it('decline what is offered, and what is offered back', () => {
    const no = { wanted: [], otherwise: 'decline' };
    const found = proposal('answer', 1);
    const said = ordersWith([], [found], [no]);
    expect(said.map(({ phase, wishes }) => [phase, ...wishes])).toEqual([
      ['answer', 'decline'],
      ['reply', 'decline'],
    ]);
    expect(draftOf(found, told(said))).toEqual(no);
    expect(together(orders, told(said))).toHaveLength(1);
    expect(ordersWith(told(said), [found], [{ ...no, otherwise: '' }])).toEqual([]);
  });
});
