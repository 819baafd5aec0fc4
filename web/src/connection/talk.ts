/** What this device remembers of the talk at tables: whom the reader mutes, and what was read. */
import { readObject, write } from './storage';

export interface TalkHabits {
  /** Names of people. */
  muted: string[];
  /** The id of the last words that were read. */
  read: string;
}

const TALK = 'microciv.talk';
const MOST = 50;

export function talkHabits(table: string): TalkHabits {
  const kept = readObject(TALK)[table] as Partial<TalkHabits> | undefined;
  const muted = Array.isArray(kept?.muted) ? kept.muted : [];
  return { muted, read: typeof kept?.read === 'string' ? kept.read : '' };
}

export function rememberTalk(table: string, habits: TalkHabits): void {
  const others = Object.entries(readObject(TALK)).filter(([other]) => other !== table);
  const kept = others.slice(1 - MOST);
  write(TALK, JSON.stringify(Object.fromEntries([...kept, [table, habits]])));
}
