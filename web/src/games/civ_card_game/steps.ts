import type { Move } from '../../generated/types';
import { KINDS } from './cards';
import type { Attacker, Bonus } from './notes';

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

/** The splits that these numbers say, plot by plot; what they leave open is shared evenly. */
export function splitsOf(bonuses: Bonus[], said: number[]): Splits {
  const left = [...said];
  return bonuses.map(({ gives }) => {
    let rest = gives.reduce((sum, amount) => sum + amount, 0);
    return gives.map((_, place) => {
      const last = place === gives.length - 1;
      const even = Math.ceil(rest / (gives.length - place));
      // Where nothing is left to be shared, nothing is asked.
      const amount = last ? rest : rest || !place ? (left.shift() ?? even) : 0;
      rest -= amount;
      return amount;
    });
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

/** The things that were done in it, each with its steps, by how many each has; the last may be new. */
export function deeds(steps: Move[], lengths: number[]): Move[][] {
  const found: Move[][] = [];
  let from = 0;
  for (const length of [...lengths, steps.length]) {
    const deed = steps.slice(from, from + length);
    if (deed.length) found.push(deed);
    from += length;
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

/** One unit against one neighbour. */
export interface Aim {
  card: string;
  target: number;
}

const SEATS = [...'ABCD'];

export function attackSteps(aims: Aim[]): string[] {
  return [...aims.map(({ card, target }) => `attack ${SEATS[target] ?? ''} ${card}`), 'fight'];
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

/** The attackers one after the other, with what is left of the hand for each. */
export function facings(attackers: Attacker[], hand: string[], blocks: Blocks): Attacker[] {
  let left = hand;
  return attackers.map((attacker) => {
    const blockers = attacker.blockers.filter((card) => left.includes(card));
    const chosen = blocks[attacker.place] ?? '';
    if (blockers.includes(chosen)) left = without(left, [chosen]);
    return { ...attacker, blockers };
  });
}

/** The whole answer of a defender: who stops whom, by the number among the attackers. */
export function blockLine(attackers: Attacker[], hand: string[], blocks: Blocks): string {
  const said = facings(attackers, hand, blocks).flatMap(({ place, blockers }, at) => {
    const chosen = blocks[place] ?? '';
    return blockers.includes(chosen) ? [`${chosen}>${(at + 1).toString()}`] : [];
  });
  return `block ${said.join(' ') || 'none'}`;
}
