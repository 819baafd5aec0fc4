/** The words for my own tables, and their order. */
import type { MySeat } from '../connection/seats';
import type { GameTitle, HeldTable, OtherSeat } from '../generated/types';
import { list, t, tn } from '../language/words';
import { called } from '../match/called';
import { capital, points } from '../match/captions';
import { levelWord } from '../match/levels';
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
  return due < Infinity ? t('until {when}', { when: moment(new Date(due), new Date(now)) }) : '';
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

/** "5 minutes ago". */
export function ago(seconds: number): string {
  if (seconds < MINUTE) return t('just now');
  if (seconds < HOUR) return tn(Math.floor(seconds / MINUTE), '{n} minute ago', '{n} minutes ago');
  if (seconds < DAY) return tn(Math.floor(seconds / HOUR), '{n} hour ago', '{n} hours ago');
  return tn(Math.floor(seconds / DAY), '{n} day ago', '{n} days ago');
}

/** "with Ben and 2 easy bots". */
export function company(others: OtherSeat[]): string {
  const people = others.filter((other) => !other.level).map((other) => called(other.name));
  const levels = [...new Set(others.flatMap((other) => (other.level ? [other.level] : [])))];
  const bots = levels.map((level) => {
    const count = others.filter((other) => other.level === level).length;
    return tn(count, '{n} {level} bot', '{n} {level} bots', { level: levelWord({}, level) });
  });
  const all = [...people, ...bots];
  return all.length ? t('with {names}', { names: list(all) }) : t('alone so far');
}

/** "Round 3 of 7, your turn". */
export function standing(
  { told, gone, finished }: MySeat,
  labels: GameTitle['labels'] | undefined,
): string {
  if (gone) {
    return finished && told?.result
      ? t('{result}; no longer on the server', { result: endedWords(told.result, labels) })
      : t('No longer on the server');
  }
  if (!told) return '';
  if (told.state === 'stranded') return t('Cannot be continued');
  if (told.state === 'lobby') {
    return told.open
      ? tn(told.open, 'Waiting for a player', 'Waiting for players')
      : t('Ready to start');
  }
  if (told.state === 'finished') return endedWords(told.result, labels);
  const { round: number, rounds: all } = told;
  const round = labels?.['round'] ?? t('round');
  const where = all
    ? t('{round} {number} of {all}', { round, number: number ?? 0, all })
    : t('{round} {number}', { round, number: number ?? 0 });
  const who = told.turn ? t('your turn') : t('waiting for others');
  return capital(number ? `${where}, ${who}` : who);
}

function placeWords(place: number): string {
  const words = [
    t('You won'),
    t('Second'),
    t('Third'),
    t('Fourth'),
    t('Fifth'),
    t('Sixth'),
    t('Seventh'),
  ];
  return words[place - 1] ?? t('Place {place}', { place });
}

/** The number is left out where it is called otherwise: the strength of a hand says nothing. */
export function endedWords(
  result: HeldTable['result'],
  labels: GameTitle['labels'] | undefined,
): string {
  if (!result) return t('Finished');
  const place = placeWords(result.place);
  // As the texts common to all games call them, in this language.
  if (labels?.['points'] !== t('points')) return place;
  return t('{place}, {won} points', { place, won: points(result.score, result.unit) });
}

/** Is its match over, and not only for who has resigned? */
export function isOver({ finished, told }: MySeat): boolean {
  return finished && told?.state !== 'playing';
}

/** "moved 5 minutes ago". */
export function moved(seat: MySeat, now: number): string {
  const seconds = secondsSince(seat, now);
  if (seconds === null) return '';
  const when = ago(seconds);
  if (seat.told?.state === 'lobby') return t('changed {when}', { when });
  return isOver(seat) ? t('finished {when}', { when }) : t('moved {when}', { when });
}
