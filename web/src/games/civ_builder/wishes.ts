import type { Terms } from './terms';

/** What was offered last at a table: a suggestion for its next round; the page alone knows it. */
export interface Wish {
  terms: Terms;
  partner: number;
}

const last = new Map<string, Wish>();

export function wishOf(table: string): Wish | null {
  return last.get(table) ?? null;
}

export function rememberWish(table: string, wish: Wish): void {
  last.set(table, wish);
}
