import type { Move } from '../../generated/types';
import { KINDS, type Cards } from './cards';
import type { CivSeen } from './known';
import type { Bonus } from './notes';

// --- what population gives

/** For each plot with a choice, how many give each of its kinds. */
export type Splits = number[][];

/** The line that says so. */
export function collectLine(bonuses: Bonus[], splits: Splits): string {
  const said = bonuses.map(({ kinds }, at) =>
    kinds.map((kind, place) => `${kind}${(splits[at]?.[place] ?? 0).toString()}`).join(''),
  );
  return ['collect', ...said].join(' ');
}

/** One population of this kind gives the next kind instead. */
export function turned(splits: Splits, at: number, kind: number): Splits {
  return splits.map((counts, place) => {
    if (place !== at || !counts[kind]) return counts;
    const next = (kind + 1) % counts.length;
    return counts.map((count, one) => count + (one === next ? 1 : 0) - (one === kind ? 1 : 0));
  });
}

/** By resource, what these splits give. */
export function bonusSums(bonuses: Bonus[], splits: Splits): number[] {
  return KINDS.map((kind) =>
    bonuses.reduce((sum, { kinds }, at) => {
      const place = kinds.indexOf(kind);
      return sum + (place < 0 ? 0 : (splits[at]?.[place] ?? 0));
    }, 0),
  );
}

export function added(one: number[], other: number[]): number[] {
  return one.map((amount, at) => amount + (other[at] ?? 0));
}

// --- the answer that is being made

/** Steps that only go on with the one before. */
const GOES_ON = new Set(['on', 'food', 'hammers', 'grow', 'rob', 'attack', 'fight', 'peace']);

/** The answer without the last thing that was done in it. */
export function withoutLast(steps: Move[]): Move[] {
  let at = steps.length - 1;
  while (at > 0 && GOES_ON.has(steps[at]?.verb ?? '')) at -= 1;
  if (steps[at]?.verb === 'split') {
    while (at > 0 && steps[at - 1]?.verb === 'split') at -= 1;
  }
  return steps.slice(0, Math.max(0, at));
}

/** The things that were done in it, each with its steps. */
export function deeds(steps: Move[]): Move[][] {
  const found: Move[][] = [];
  let rest = steps;
  while (rest.length) {
    const before = withoutLast(rest);
    found.unshift(rest.slice(before.length));
    rest = before;
  }
  return found;
}

/** A plot of the market, paid so. */
export function claimLine(wish: string, paid: number[]): string {
  const said = KINDS.map((kind, at) => `${(paid[at] ?? 0).toString()}${kind}`);
  return [wish, ...said].join(' ');
}

/** The nearest payment there is to this one; null: it cannot be paid. */
export function payment(stock: number[], price: number, wanted: number[]): number[] | null {
  if (stock.reduce((sum, amount) => sum + amount, 0) < price) return null;
  const paid = stock.map((has, kind) => Math.min(has, Math.max(0, wanted[kind] ?? 0)));
  let due = price - paid.reduce((sum, amount) => sum + amount, 0);
  // What there is most of goes first.
  while (due > 0) {
    const rest = stock.map((has, kind) => has - (paid[kind] ?? 0));
    const most = rest.indexOf(Math.max(...rest));
    paid[most] = (paid[most] ?? 0) + 1;
    due -= 1;
  }
  while (due < 0) {
    const most = paid.indexOf(Math.max(...paid));
    paid[most] = (paid[most] ?? 0) - 1;
    due += 1;
  }
  return paid;
}

/** One more of a resource and one less of another, if there is enough of it. */
export function shifted(
  paid: number[],
  stock: number[],
  kind: number,
  by: number,
): number[] | null {
  const amount = (paid[kind] ?? 0) + by;
  if (amount < 0 || amount > (stock[kind] ?? 0)) return null;
  const others = paid
    .map((_, place) => place)
    .filter((place) => {
      if (place === kind) return false;
      const now = paid[place] ?? 0;
      return by > 0 ? now > 0 : now < (stock[place] ?? 0);
    })
    .sort((one, other) =>
      by > 0
        ? (paid[other] ?? 0) - (paid[one] ?? 0)
        : (stock[other] ?? 0) - (paid[other] ?? 0) - ((stock[one] ?? 0) - (paid[one] ?? 0)),
    );
  const [other] = others;
  if (other === undefined) return null;
  return paid.map((now, place) => (place === kind ? amount : place === other ? now - by : now));
}

// --- combat

export function attackers(cards: Cards, hand: string[]): string[] {
  return hand.filter((card) => cards.get(card)?.attacks);
}

/** One unit against one neighbour. */
export interface Aim {
  card: string;
  target: number;
}

const SEATS = [...'ABCD'];

export function attackSteps(aims: Aim[]): string[] {
  return [...aims.map(({ card, target }) => `attack ${SEATS[target] ?? ''} ${card}`), 'fight'];
}

/** An attacker that the seat may block, by its place in the combat area. */
export interface Facing {
  place: number;
  card: string;
  /** Who of the hand can stop it, each once. */
  blockers: string[];
}

/** Those of the attackers that come at the seat. */
export function attackersOf(seen: CivSeen, me: number): number[] {
  return seen.units.flatMap(({ target, state }, place) =>
    target === me && state === 'attacking' ? [place] : [],
  );
}

/** Who of these cards can stop this unit. */
export function blockersOf(cards: Cards, hand: string[], attacker: string): string[] {
  return [...new Set(hand)].filter((card) => cards.get(card)?.blocks.includes(attacker));
}

/** A choice of blockers by place in the combat area; "" lets the unit through. */
export type Blocks = Record<number, string>;

/** What is left of a hand when these are gone. */
export function without(hand: string[], used: string[]): string[] {
  const rest = [...hand];
  for (const card of used) {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

/** The attackers one after the other, as they are asked for, with what is left for each. */
export function facings(cards: Cards, seen: CivSeen, me: number, blocks: Blocks): Facing[] {
  let hand = seen.table[me]?.known ?? [];
  return attackersOf(seen, me).map((place) => {
    const card = seen.units[place]?.card ?? '';
    const blockers = blockersOf(cards, hand, card);
    const chosen = blocks[place] ?? '';
    if (blockers.includes(chosen)) hand = without(hand, [chosen]);
    return { place, card, blockers };
  });
}

/** The whole answer of a defender: a step for each attacker that could be blocked; at least one. */
export function blockSteps(cards: Cards, seen: CivSeen, me: number, blocks: Blocks): string[] {
  const steps = facings(cards, seen, me, blocks)
    .filter(({ blockers }) => blockers.length)
    .map(({ place, blockers }) => {
      const chosen = blocks[place] ?? '';
      return blockers.includes(chosen) ? `block ${chosen}` : 'pass';
    });
  return steps.length ? steps : ['pass'];
}

/** What such steps choose, by place in the combat area. */
export function blocksFrom(cards: Cards, seen: CivSeen, me: number, steps: Move[]): Blocks {
  const blocks: Blocks = {};
  let at = 0;
  for (const place of attackersOf(seen, me)) {
    const [facing] = facings(cards, seen, me, blocks).filter((one) => one.place === place);
    if (!facing?.blockers.length) continue;
    blocks[place] = String(steps[at]?.['card'] ?? '');
    at += 1;
  }
  return blocks;
}
