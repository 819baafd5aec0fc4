/** What this device remembers of matches that are left for a while: how they stood when seen last. */
import type { Moment } from './match.svelte';
import { readObject, write } from '../connection/storage';

export interface Looked {
  match: number;
  /** When, in milliseconds since 1970. */
  at: number;
  moment: Moment;
}

const LOOKED = 'microciv.looked';
const MOST = 12;
/** Milliseconds after which somebody has been away. */
const AWAY = 120_000;
/** Within which, once they are back, all that they missed has arrived. */
const ARRIVES = 30_000;

export function lookedAt(table: string): Looked | null {
  const kept = readObject(LOOKED)[table] as Looked | undefined;
  return typeof kept?.moment?.heard === 'number' ? kept : null;
}

export function rememberLooked(table: string, looked: Looked): void {
  const others = Object.entries(readObject(LOOKED)).filter(([other]) => other !== table);
  write(LOOKED, JSON.stringify(Object.fromEntries([...others.slice(1 - MOST), [table, looked]])));
}

/**
 * Has the reader, who came at this time, been away since then, and is it this that they missed? Who
 * thinks for long with the table in sight has not.
 */
export function wasAway(looked: Looked, came: number, now: number): boolean {
  return came - looked.at > AWAY && now - came < ARRIVES;
}
