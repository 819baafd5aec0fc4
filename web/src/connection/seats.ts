/** What this browser remembers: its name, and for each table the token of its seat. */
import type { HeldTable, SharedSeat } from '../generated/types';
import { read, readObject, write } from './storage';

export interface MySeat {
  table: string;
  token: string;
  seat: number;
  game: string;
  title: string;
  finished: boolean;
  /** Who has resigned does not come back, however the match goes on. */
  resigned?: boolean;
  since: number;
  /** Who else sits at this device, with what shows their cards; the token above shows nobody's. */
  people?: SharedSeat[];
  /** Of a first match that teaches. */
  lesson?: boolean;
  /** How the table stood, as the server last told, and when: finished matches are tidied away. */
  told?: HeldTable;
  at?: number;
  /** The server has it no more, or this seat is another's. */
  gone?: boolean;
}

const NAME = 'microciv.name';
const KEPT = 'microciv.kept';
const MUTED = 'microciv.muted';
const SEATS = 'microciv.seats';
const GROUPS = 'microciv.groups';
const MOST = 30;
const MOST_FINISHED = 20;
const MOST_OF_GROUPS = 100;

export function myName(): string {
  return read(NAME) ?? '';
}

export function rememberName(name: string): void {
  write(NAME, name);
}

/** Does whoever sits here want to hear nothing of what is said at tables? */
export function isMuted(): boolean {
  return read(MUTED) === 'yes';
}

export function rememberMuted(muted: boolean): void {
  write(MUTED, muted ? 'yes' : 'no');
}

/** Is this device one of several, or of an account? Then there may be tables that it knows nothing of. */
export function isKept(): boolean {
  return read(KEPT) === 'yes';
}

export function rememberKept(kept: boolean): void {
  write(KEPT, kept ? 'yes' : 'no');
}

/** The group that somebody came to this table from; undefined: none. A table itself names no group,
    as who knows one may join it. */
export function groupOf(table: string): string | undefined {
  const group = readObject(GROUPS)[table];
  return typeof group === 'string' ? group : undefined;
}

export function rememberGroup(group: string, tables: string[]): void {
  const others = Object.entries(readObject(GROUPS)).filter(([table]) => !tables.includes(table));
  const all = [...others, ...tables.map((table) => [table, group])].slice(-MOST_OF_GROUPS);
  write(GROUPS, JSON.stringify(Object.fromEntries(all)));
}

/** The newest first. */
export function mySeats(): MySeat[] {
  try {
    const seats: unknown = JSON.parse(read(SEATS) ?? '[]');
    return Array.isArray(seats) ? (seats as MySeat[]) : [];
  } catch {
    return [];
  }
}

function keep(seats: MySeat[]): void {
  const finished = seats.filter((seat) => seat.finished).slice(0, MOST_FINISHED);
  const others = seats.filter((seat) => !seat.finished).slice(0, MOST);
  write(SEATS, JSON.stringify(seats.filter((one) => [...finished, ...others].includes(one))));
}

export function mySeat(table: string): MySeat | null {
  return mySeats().find((seat) => seat.table === table) ?? null;
}

export function rememberSeat(seat: MySeat): void {
  keep([seat, ...mySeats().filter((other) => other.table !== seat.table)]);
}

export function markFinished(table: string, over: boolean): void {
  const seat = mySeat(table);
  const finished = over || !!seat?.resigned;
  if (seat && seat.finished !== finished) rememberSeat({ ...seat, finished });
}

export function rememberResigned(table: string): void {
  const seat = mySeat(table);
  if (seat) rememberSeat({ ...seat, finished: true, resigned: true });
}

/** How tables stand, as the server has just told; a result that it takes for known stays. */
export function rememberTold(tables: HeldTable[], at: number): MySeat[] {
  const news = new Map(tables.map((told) => [told.table, told]));
  const seats = mySeats().map((seat): MySeat => {
    const told = news.get(seat.table);
    if (!told) return seat;
    if (told.state === 'gone') return { ...seat, gone: true };
    const known = seat.told?.match === told.match ? (seat.told.result ?? null) : null;
    const finished = told.state === 'finished' || !!seat.resigned;
    return { ...seat, finished, gone: false, told: { ...told, result: told.result ?? known }, at };
  });
  keep(seats);
  return mySeats();
}

export function rememberGone(table: string): void {
  keep(mySeats().map((seat) => (seat.table === table ? { ...seat, gone: true } : seat)));
}

export function forgetSeat(table: string): void {
  keep(mySeats().filter((seat) => seat.table !== table));
}

/** This device is nobody's any more. */
export function forgetAllSeats(): void {
  write(SEATS, '[]');
}
