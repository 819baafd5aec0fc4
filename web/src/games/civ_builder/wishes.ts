import type { Terms } from './terms';

/** What a seat of a table offered last: a suggestion for its next round; the page alone knows it. */
export interface Wish {
  terms: Terms;
  partner: number;
}

const last = new Map<string, Wish>();
const placeOf = (table: string, seat: number): string => `${table} ${seat.toString()}`;

export function wishOf(table: string, seat: number): Wish | null {
  return last.get(placeOf(table, seat)) ?? null;
}

export function rememberWish(table: string, seat: number, wish: Wish): void {
  last.set(placeOf(table, seat), wish);
}
