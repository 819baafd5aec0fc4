import type { Cards } from './cards';
import { recall, remember } from './kept';
import { attackersOf, facings, type Blocks } from './steps';
import type { CivSeen } from './known';

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

/** Would a unit that gets through take population, whatever is blocked? */
function takesPopulation(cards: Cards, card: string): boolean {
  return !!cards.get(card)?.damage.some(([name]) => name === 'steal_population');
}

/** Must the person be asked, whatever stands by? */
export function mustAsk(cards: Cards, seen: CivSeen, me: number, orders: Orders): boolean {
  const threat = attackersOf(seen, me).some((place) =>
    takesPopulation(cards, seen.units[place]?.card ?? ''),
  );
  const plots = (seen.table[me]?.plots ?? []).filter(({ population }) => population > 0);
  const wonders = plots.some(({ structures }) =>
    structures.some((name) => cards.get(name)?.type === 'wonder'),
  );
  return threat && ((orders.population && plots.length > 0) || (orders.wonder && wonders));
}

/** The cheapest is who is of the least use otherwise: who cannot attack, then who stops the least. */
export function cheapest(cards: Cards, blockers: string[]): string {
  const worth = (card: string): number => {
    const row = cards.get(card);
    return (row?.attacks ? 10 : 0) + (row?.blocks.length ?? 0);
  };
  return [...blockers].sort((one, other) => worth(one) - worth(other))[0] ?? '';
}

/**
 * What the orders answer: each attacker in turn is blocked by the cheapest unit that may be spent.
 * `suggested` is what the game suggests; it stands where the orders allow it.
 */
export function standingBlocks(
  cards: Cards,
  seen: CivSeen,
  me: number,
  orders: Orders,
  suggested: Blocks,
): Blocks {
  const blocks: Blocks = {};
  for (const place of attackersOf(seen, me)) {
    const [facing] = facings(cards, seen, me, blocks).filter((one) => one.place === place);
    const may = (facing?.blockers ?? []).filter((card) => !orders.never.includes(card));
    const wanted = suggested[place] ?? '';
    blocks[place] = may.includes(wanted) ? wanted : cheapest(cards, may);
  }
  return blocks;
}
