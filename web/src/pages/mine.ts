/** The words for my own tables, and their order. */
import type { MySeat } from '../connection/seats';
import type { GameAbout, HeldTable, OtherSeat } from '../generated/types';
import { bare, capital, points } from '../match/captions';
import { moment } from '../match/when';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function rank({ told, finished, gone }: MySeat): number {
  if (gone) return 4;
  if (finished) return 3;
  if (told?.turn) return 0;
  return told?.state === 'lobby' ? 2 : 1;
}

function soonest(one: number, other: number): number {
  return one === other ? 0 : one - other; // both may be never
}

/** When my answer is due, by the day; in milliseconds since 1970. */
function until({ told, at }: MySeat): number {
  return told?.turn && typeof told.due === 'number' ? (at ?? 0) + 1000 * told.due : Infinity;
}

/** "until tomorrow, 18:00"; empty: no answer of mine is due, by the day. */
export function dueWords(seat: MySeat, now: number): string {
  const due = until(seat);
  return due < Infinity ? `until ${moment(new Date(due), new Date(now))}` : '';
}

/** Where I am waited for first, what is due soonest before; then what goes on, then what is over;
 * each the newest first. */
export function inOrder(seats: MySeat[], now: number): MySeat[] {
  const age = new Map(seats.map((seat) => [seat, secondsSince(seat, now) ?? Infinity]));
  return [...seats].sort(
    (one, other) =>
      rank(one) - rank(other) ||
      soonest(until(one), until(other)) ||
      (age.get(one) ?? 0) - (age.get(other) ?? 0),
  );
}

/** What may be gone on with at once. */
export function isOpen({ finished, gone, told }: MySeat): boolean {
  return !finished && !gone && told?.state !== 'stranded';
}

/** Seconds since the table last moved. */
function secondsSince({ told, at, since }: MySeat, now: number): number | null {
  if (typeof told?.moved === 'number' && at) return told.moved + Math.max(0, now - at) / 1000;
  return since ? (now - since) / 1000 : null;
}

function many(count: number, unit: string): string {
  return `${count.toString()} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** "5 minutes ago". */
export function ago(seconds: number): string {
  if (seconds < MINUTE) return 'just now';
  if (seconds < HOUR) return many(Math.floor(seconds / MINUTE), 'minute');
  if (seconds < DAY) return many(Math.floor(seconds / HOUR), 'hour');
  return many(Math.floor(seconds / DAY), 'day');
}

/** "with Ben and 2 easy bots". */
export function company(others: OtherSeat[]): string {
  const people = others.filter((other) => !other.level).map((other) => other.name);
  const levels = [...new Set(others.flatMap((other) => (other.level ? [other.level] : [])))];
  const bots = levels.map((level) => {
    const count = others.filter((other) => other.level === level).length;
    return `${count.toString()} ${bare(level)} bot${count === 1 ? '' : 's'}`;
  });
  return people.length + bots.length ? `with ${listed([...people, ...bots])}` : 'alone so far';
}

function listed(names: string[]): string {
  return names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/** "Round 3 of 7, your turn". */
export function standing(
  { told, gone, finished }: MySeat,
  labels: GameAbout['labels'] | undefined,
): string {
  if (gone) {
    const how = finished && told?.result ? `${endedWords(told.result, labels)}; n` : 'N';
    return `${how}o longer on the server`;
  }
  if (!told) return '';
  if (told.state === 'stranded') return 'Cannot be continued';
  if (told.state === 'lobby') {
    return told.open ? `Waiting for ${told.open === 1 ? 'a player' : 'players'}` : 'Ready to start';
  }
  if (told.state === 'finished') return endedWords(told.result, labels);
  const of = told.rounds ? ` of ${told.rounds.toString()}` : '';
  const round = told.round ? `${labels?.['round'] ?? 'round'} ${told.round.toString()}${of}, ` : '';
  const words = `${round}${told.turn ? 'your turn' : 'waiting for others'}`;
  return capital(words);
}

const PLACES = ['', 'You won', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh'];

/** The number is left out where it is called otherwise: the strength of a hand says nothing. */
export function endedWords(
  result: HeldTable['result'],
  labels: GameAbout['labels'] | undefined,
): string {
  if (!result) return 'Finished';
  const words = PLACES[result.place] ?? `Place ${result.place.toString()}`;
  if (labels?.['points'] !== 'points') return words;
  return `${words}, ${points(result.score, result.unit)} points`;
}

/** "moved 5 minutes ago". */
export function moved(seat: MySeat, now: number): string {
  const seconds = secondsSince(seat, now);
  if (seconds === null) return '';
  return `${seat.told?.state === 'lobby' ? 'changed' : seat.finished ? 'finished' : 'moved'} ${ago(seconds)}`;
}
