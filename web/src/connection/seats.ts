/** What this browser remembers: its name, and for each table the token of its seat. */

export interface MySeat {
  table: string;
  token: string;
  seat: number;
  game: string;
  title: string;
  finished: boolean;
  since: number;
}

const NAME = 'microciv.name';
const MUTED = 'microciv.muted';
const SEATS = 'microciv.seats';
const MOST = 30;

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage can be forbidden; then a seat lasts as long as the page
  }
}

const unstored = new Map<string, string>();

function write(key: string, value: string): void {
  unstored.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // kept in `unstored`
  }
}

export function myName(): string {
  return read(NAME) ?? unstored.get(NAME) ?? '';
}

export function rememberName(name: string): void {
  write(NAME, name);
}

/** Does whoever sits here want to hear nothing of what is said at tables? */
export function isMuted(): boolean {
  return (read(MUTED) ?? unstored.get(MUTED)) === 'yes';
}

export function rememberMuted(muted: boolean): void {
  write(MUTED, muted ? 'yes' : 'no');
}

export function mySeats(): MySeat[] {
  try {
    const seats: unknown = JSON.parse(read(SEATS) ?? unstored.get(SEATS) ?? '[]');
    return Array.isArray(seats) ? (seats as MySeat[]) : [];
  } catch {
    return [];
  }
}

export function mySeat(table: string): MySeat | null {
  return mySeats().find((seat) => seat.table === table) ?? null;
}

export function rememberSeat(seat: MySeat): void {
  const others = mySeats().filter((other) => other.table !== seat.table);
  write(SEATS, JSON.stringify([seat, ...others].slice(0, MOST)));
}

export function markFinished(table: string, finished: boolean): void {
  const seat = mySeat(table);
  if (seat && seat.finished !== finished) rememberSeat({ ...seat, finished });
}

export function forgetSeat(table: string): void {
  write(SEATS, JSON.stringify(mySeats().filter((seat) => seat.table !== table)));
}
