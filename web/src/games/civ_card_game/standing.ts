import type { Move } from '../../generated/types';
import type { Cards } from './cards';
import { recall, remember, type Reader } from './kept';
import type { SeatSeen } from './known';
import type { Attacker } from './notes';
import { facings, type Blocks } from './steps';

/** What a person has said once for all about attacks in this match; kept by this page alone. */
export interface Orders {
  /** Block as is suggested, or where nothing is, with the cheapest legal unit. */
  block: boolean;
  /** Units that are never spent so. */
  never: string[];
  /** Ask all the same while population is at stake; while a plot with a wonder is. */
  population: boolean;
  wonder: boolean;
}

export const NO_ORDERS: Orders = { block: false, never: [], population: false, wonder: false };

/** What was said in this match; who has no seat has said nothing. */
export function ordersOf(reader: Reader | null): Orders {
  const said = reader && (recall('orders', reader) as Partial<Orders> | undefined);
  return { ...NO_ORDERS, ...said };
}

export function keepOrders(reader: Reader, orders: Orders): void {
  remember('orders', reader, orders);
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

/** What these steps of an answer say: one for each attacker that somebody in hand can stop. */
export function judgedBlocks(attackers: Attacker[], hand: string[], steps: Move[]): Blocks {
  const blocks: Blocks = {};
  const left = [...steps];
  attackers.forEach(({ place }, at) => {
    const able = facings(attackers, hand, blocks)[at]?.blockers ?? [];
    blocks[place] = able.length ? String(left.shift()?.['card'] ?? '') : '';
  });
  return blocks;
}

/**
 * What the orders answer: each attacker in turn is let through or blocked as is judged; or else it
 * is blocked by the least useful unit that may be spent.
 */
export function standingBlocks(
  attackers: Attacker[],
  hand: string[],
  orders: Orders,
  judged: Blocks | null,
): Blocks {
  const blocks: Blocks = {};
  attackers.forEach(({ place }, at) => {
    const left = facings(attackers, hand, blocks)[at]?.blockers ?? [];
    const may = left.filter((card) => !orders.never.includes(card));
    const best = judged?.[place];
    blocks[place] = best === '' || (best && may.includes(best)) ? best : (may[0] ?? '');
  });
  return blocks;
}
