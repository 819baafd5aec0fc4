import type { Cards } from './cards';
import { recall, remember } from './kept';
import type { SeatSeen } from './known';
import type { Attacker } from './notes';
import { facings, type Blocks } from './steps';

/** What a person has said once for all about attacks in this match; kept by this page alone. */
export interface Orders {
  /** Block with the cheapest legal unit. */
  block: boolean;
  /** Units that are never spent so. */
  never: string[];
  /** Ask all the same while population is at stake; while a plot with a wonder is. */
  population: boolean;
  wonder: boolean;
}

export const NO_ORDERS: Orders = { block: false, never: [], population: false, wonder: false };

/** What was said in this match. */
export function ordersOf(match: string): Orders {
  return { ...NO_ORDERS, ...(recall('orders', match) as Partial<Orders> | undefined) };
}

export function keepOrders(match: string, orders: Orders): void {
  remember('orders', match, orders);
}

/** Must the person be asked, whatever stands by? */
export function mustAsk(
  cards: Cards,
  attackers: Attacker[],
  own: SeatSeen | undefined,
  orders: Orders,
): boolean {
  const threat = attackers.some(({ takes_population }) => takes_population);
  const plots = (own?.plots ?? []).filter(({ population }) => population > 0);
  const wonders = plots.some(({ structures }) =>
    structures.some((name) => cards.get(name)?.type === 'wonder'),
  );
  return threat && ((orders.population && plots.length > 0) || (orders.wonder && wonders));
}

/**
 * What the orders answer: each attacker in turn is blocked by who is suggested, or else by the least
 * useful unit that may be spent.
 */
export function standingBlocks(attackers: Attacker[], hand: string[], orders: Orders): Blocks {
  const blocks: Blocks = {};
  attackers.forEach(({ place, best }, at) => {
    const left = facings(attackers, hand, blocks)[at]?.blockers ?? [];
    const may = left.filter((card) => !orders.never.includes(card));
    blocks[place] = may.includes(best) ? best : (may[0] ?? '');
  });
  return blocks;
}
