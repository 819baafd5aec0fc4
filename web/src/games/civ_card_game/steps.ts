import { bonusKinds, KINDS, type Cards, type Kind } from './cards';
import type { CivSeen, SeatSeen } from './known';
import type { Wish } from './notes';

// --- what population gives

/** A plot whose population may give this or that (CC-20). */
export interface Bonus {
  /** From 1. */
  plot: number;
  kinds: Kind[];
  population: number;
}

/** For each such plot, how many give each of its kinds. */
export type Splits = number[][];

/** The plots of a seat that have a choice when it collects. */
export function bonusesOf(cards: Cards, seat: SeatSeen | undefined, current: boolean): Bonus[] {
  return (seat?.plots ?? []).flatMap((plot, at) => {
    const kinds = bonusKinds(cards, plot, current);
    return kinds.length > 1 && plot.population
      ? [{ plot: at + 1, kinds, population: plot.population }]
      : [];
  });
}

/** The steps that say so: each kind but the last of a plot is named, as long as there is a choice. */
export function splitSteps(bonuses: Bonus[], splits: Splits): string[] {
  return bonuses.flatMap(({ kinds, population }, at) => {
    let rest = population;
    const steps: string[] = [];
    kinds.slice(0, -1).forEach((_, place) => {
      if (place && !rest) return;
      const amount = splits[at]?.[place] ?? 0;
      steps.push(`split ${amount.toString()}`);
      rest -= amount;
    });
    return steps;
  });
}

/** What such amounts mean; what is missing goes to the first kinds in turn. */
export function splitsFrom(bonuses: Bonus[], amounts: number[]): Splits {
  const left = [...amounts];
  return bonuses.map(({ kinds, population }) => {
    let rest = population;
    return kinds.map((_, place) => {
      if (place === kinds.length - 1) return rest;
      if (place && !rest) return 0;
      const said = left.shift() ?? Math.ceil(rest / (kinds.length - place));
      const amount = Math.min(rest, Math.max(0, said));
      rest -= amount;
      return amount;
    });
  });
}

/** The splits that a plan begins with; null: it begins with none. */
export function splitsOf(bonuses: Bonus[], steps: string[]): Splits | null {
  const amounts = steps
    .filter((step) => step.startsWith('split '))
    .map((step) => Number(step.slice('split '.length)));
  return amounts.length ? splitsFrom(bonuses, amounts) : null;
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

export function verbOf(step: string): string {
  return step.split(' ', 1)[0] ?? '';
}

/** The answer without the last thing that was done in it. */
export function withoutLast(locked: string[]): string[] {
  let at = locked.length - 1;
  while (at > 0 && GOES_ON.has(verbOf(locked[at] ?? ''))) at -= 1;
  if (verbOf(locked[at] ?? '') === 'split') {
    while (at > 0 && verbOf(locked[at - 1] ?? '') === 'split') at -= 1;
  }
  return locked.slice(0, Math.max(0, at));
}

/** The things that were done in it, each with its steps. */
export function deeds(locked: string[]): string[][] {
  const found: string[][] = [];
  let rest = locked;
  while (rest.length) {
    const before = withoutLast(rest);
    found.unshift(rest.slice(before.length));
    rest = before;
  }
  return found;
}

/** What a plan adds to an answer that may have begun with its splits. */
export function planSteps(wish: Wish, seen: CivSeen, locked: string[]): string[] {
  return seen.stage === 'collect' ? wish.steps : [...locked, ...wish.steps];
}

/** How a plot of the market is paid: a step only where there is a choice (CC-37). */
export function paySteps(stock: number[], price: number, paid: number[]): string[] {
  const steps: string[] = [];
  let due = price;
  ['food', 'hammers'].forEach((verb, kind) => {
    const later = stock.slice(kind + 1).reduce((sum, amount) => sum + amount, 0);
    const low = Math.max(0, due - later);
    const high = Math.min(due, stock[kind] ?? 0);
    const amount = Math.min(high, Math.max(low, paid[kind] ?? 0));
    if (low !== high) steps.push(`${verb} ${amount.toString()}`);
    due -= amount;
  });
  return steps;
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

/** Will it be asked whom it attacks, after it is done with purchases (CC-67, CC-73)? */
export function mayAttack(
  cards: Cards,
  seen: CivSeen,
  hand: string[],
  options: Record<string, unknown>,
): boolean {
  return seen.round > Number(options['peace_rounds'] ?? 0) && attackers(cards, hand).length > 0;
}

/** Whom a seat may attack: its left neighbour first (CC-68). */
export function neighbours(seats: number, seat: number): number[] {
  return [...new Set([(seat + 1) % seats, (seat + seats - 1) % seats])];
}

/** One unit against one neighbour. */
export interface Aim {
  card: string;
  target: number;
}

export function attackSteps(aims: Aim[]): string[] {
  const letter = (seat: number): string => 'ABCD'.charAt(seat);
  const steps = aims.map(({ card, target }) => `attack ${letter(target)} ${card}`);
  return ['done', ...steps, 'fight'];
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
export function blocksFrom(cards: Cards, seen: CivSeen, me: number, steps: string[]): Blocks {
  const blocks: Blocks = {};
  let at = 0;
  for (const place of attackersOf(seen, me)) {
    const [facing] = facings(cards, seen, me, blocks).filter((one) => one.place === place);
    if (!facing?.blockers.length) continue;
    const step = steps[at] ?? 'pass';
    at += 1;
    blocks[place] = step.startsWith('block ') ? step.slice('block '.length) : '';
  }
  return blocks;
}
