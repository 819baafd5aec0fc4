import { describe, expect, it } from 'vitest';
import type { LeftOrder, OrderView } from '../../src/generated/types';
import type { Naming } from '../../src/match/captions';
import {
  draftOf,
  leftWords,
  ordersWith,
  tapped,
  unused,
  type Proposal,
} from '../../src/match/orders';

const choice = (text: string) => ({ text, words: text });
const bid: Proposal = {
  phase: 'bid',
  round: 2,
  when: 'alone',
  title: '',
  help: '',
  choices: [choice('bid 1'), choice('bid 2')],
  otherwise: [choice('pass')],
  usual: 'pass',
  end: ['done'],
};

function order(phase: string, when: string, round: number, ...wishes: string[]): OrderView {
  return { phase, when, round, wishes: wishes.map((text) => ({ text })) };
}

describe('orders', () => {
  it('begin with what stands of this round', () => {
    const stands = order('bid', 'alone', 2, 'bid 2', 'bid 1', 'done');
    expect(draftOf(bid, [stands])).toEqual({ wanted: ['bid 2', 'bid 1'], otherwise: '' });
    expect(draftOf({ ...bid, round: 3 }, [stands])).toEqual({ wanted: [], otherwise: 'pass' });
  });

  it('are ranked by taps, and a second tap takes one out', () => {
    const one = tapped(tapped({ wanted: [], otherwise: '' }, 'bid 2'), 'bid 1');
    expect(one.wanted).toEqual(['bid 2', 'bid 1']);
    expect(tapped(one, 'bid 2').wanted).toEqual(['bid 1']);
  });

  it('are told afterwards, if neither they nor what says the same was used', () => {
    const left = (seat: number, when: string, used: boolean): LeftOrder => ({
      ...order('bid', when, 2, 'bid 1'),
      seat,
      used,
    });
    const orders = [left(0, 'alone', true), left(0, 'more', false), left(1, 'alone', false)];
    expect(unused({}, orders)).toEqual(orders.slice(1));
    const isSame = (one: OrderView, other: OrderView) =>
      one.wishes[0]?.text === other.wishes[0]?.text;
    expect(unused({ isSame }, orders)).toEqual([orders[2]]);
    const naming = {
      names: ['Ann', 'Ben'],
      texts: { values: { 'when.alone': 'if nobody else bids' }, labels: { round: 'Round' } },
    } as unknown as Naming;
    expect(leftWords(naming, { wishes: () => 'bid 1' }, left(1, 'alone', false))).toBe(
      'Ben: bid, round 2, if nobody else bids: bid 1.',
    );
  });

  it('take the place of what stood for the same, and of nothing else', () => {
    const orders = [order('bid', 'alone', 2, 'bid 2'), order('bid', '', 2, 'bid 1')];
    const draft = { wanted: ['bid 1'], otherwise: 'pass' };
    expect(ordersWith(orders, [bid], [draft])).toEqual([
      { phase: 'bid', when: 'alone', round: 2, wishes: ['bid 1', 'pass', 'done'] },
      { phase: 'bid', when: '', round: 2, wishes: ['bid 1'] },
    ]);
    expect(ordersWith(orders, [bid], [{ wanted: [], otherwise: '' }])).toHaveLength(1);
  });
});
