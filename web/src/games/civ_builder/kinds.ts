/** The kinds of cards in the order of the rules; the first ten are the attributes. */
export const ATTRIBUTES = [
  ...['Con', 'Tra', 'Cul', 'Sci', 'Agr', 'Rel', 'Sea', 'Gov', 'Equ', 'Eng'],
];
export const LEADER = 'Lea';
export const DISASTER = 'Dis';
export const KINDS = [...ATTRIBUTES, LEADER, DISASTER];
export const SEATS = 'ABCDEFGHIJ';

/** The number of each kind; kinds that are not there are left out. */
export type Bag = Record<string, number>;

export function bagOf(cards: string[]): Bag {
  const bag: Bag = {};
  for (const card of cards) bag[card] = (bag[card] ?? 0) + 1;
  return bag;
}

export function count(bag: Bag, kind: string): number {
  return bag[kind] ?? 0;
}

export function size(bag: Bag): number {
  return Object.values(bag).reduce((sum, amount) => sum + amount, 0);
}

/** The bag with this many more of a kind, or fewer. */
export function plus(bag: Bag, kind: string, amount = 1): Bag {
  const rest = { ...bag, [kind]: count(bag, kind) + amount };
  return Object.fromEntries(Object.entries(rest).filter(([, left]) => left > 0));
}

export function minus(bag: Bag, other: Bag): Bag {
  return Object.entries(other).reduce((rest, [kind, amount]) => plus(rest, kind, -amount), bag);
}

/** What both have. */
export function common(bag: Bag, other: Bag): Bag {
  const both = KINDS.map((kind): [string, number] => [
    kind,
    Math.min(count(bag, kind), count(other, kind)),
  ]);
  return Object.fromEntries(both.filter(([, amount]) => amount > 0));
}

export function holds(bag: Bag, other: Bag): boolean {
  return Object.entries(other).every(([kind, amount]) => count(bag, kind) >= amount);
}

/** The kinds of a bag in the order of the rules. */
export function kindsIn(bag: Bag): string[] {
  return KINDS.filter((kind) => count(bag, kind) > 0);
}

/** As lists of cards are written in a move: `2Cul+Lea`. */
export function listed(bag: Bag): string {
  return kindsIn(bag)
    .map((kind) => (count(bag, kind) > 1 ? `${count(bag, kind).toString()}${kind}` : kind))
    .join('+');
}
