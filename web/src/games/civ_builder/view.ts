import type {
  CivBuilderObservation,
  CivBuilderSeatSeen,
  GameEvent,
  Observation,
} from '../../generated/types';
import { ATTRIBUTES } from './kinds';
import type { Notes } from './notes';

export type { DealSeen } from '../../generated/types';
export type SeatKnown = CivBuilderSeatSeen;
export type CivSeen = CivBuilderObservation;

export function asCivBuilder(seen: Observation): CivSeen {
  return seen as CivSeen;
}

/** A seat as it looks while events unfold: a drawing, corrected by the next observation. */
export interface SeatDrawn {
  scores: number[];
  points: number;
  hand: number;
  seesAll: boolean;
  civ: string;
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const place = (value: unknown): number => ATTRIBUTES.indexOf(String(value));

/** What is seen, with some more events on top; what they bring by the notes of the table. */
export function draw(seen: CivSeen, events: GameEvent[], notes: Notes): SeatDrawn[] {
  const seats = seen.table.map((seat) => ({
    scores: [...seat.scores],
    points: seat.points,
    hand: seat.hand,
    seesAll: seat.sees_all,
    civ: seat.civ,
  }));
  for (const event of events) happen(seats, event, notes);
  return seats;
}

/** What an event does to the drawing. */
function happen(seats: SeatDrawn[], event: GameEvent, { card, point }: Notes): void {
  const one = seats[number(event['seat'])];
  const other = seats[number(event['target'] ?? event['receiver'])];
  if (!one) return;
  const at = place(event['attribute']);
  const raise = (seat: SeatDrawn | undefined, by: number): void => {
    if (seat && at >= 0) seat.scores[at] = (seat.scores[at] ?? 0) + by;
  };
  const name = event.event;
  if (name === 'rolled' || name === 'extra') raise(one, number(event['pips']));
  else if (name === 'picked') one.civ = String(event['civ']);
  else if (name === 'melded') {
    raise(one, number(event['size']) * (card?.raises ?? 0));
    one.points += number(event['size']) * (card?.points ?? 0);
    one.hand -= number(event['size']);
  } else if (name === 'robbed') {
    // Each event is a point: as many are told as are taken.
    raise(one, 1);
    raise(other, -1);
  } else if (name === 'pointed') raise(one, point ?? 0);
  else if (name === 'led' || name === 'cultured' || name === 'gained' || name === 'dumped') {
    one.points += number(event['points']);
  } else if (name === 'plundered') {
    one.points += number(event['points']);
    if (other) other.points -= number(event['points']);
  } else if (name === 'opened' || name === 'closed') one.seesAll = name === 'opened';
  else moveCards(one, other, name);
}

function moveCards(one: SeatDrawn, other: SeatDrawn | undefined, name: string): void {
  const given = name === 'gave' || name === 'returned' ? 1 : 0;
  const taken = name === 'took' || name === 'stole' ? 1 : 0;
  if (given || taken) {
    one.hand += taken - given;
    if (other) other.hand += given - taken;
  } else if (name === 'dealt' || name === 'drew' || name === 'learned') one.hand += 1;
  else if (name === 'discarded') one.hand -= 1;
  else if (name === 'lost' && other) other.hand -= 1;
}

/** By attribute, who leads: whose score nobody exceeds. */
export function leadersIn(scores: number[]): number[] {
  const best = Math.max(...scores);
  return scores.flatMap((score, seat) => (score === best ? [seat] : []));
}

export function column(seats: { scores: number[] }[], attribute: number): number[] {
  return seats.map(({ scores }) => scores[attribute] ?? 0);
}

/** What more points in an attribute would do to its race. */
export interface Change {
  from: number;
  to: number;
  /** Whom the seat passes or draws level with, of those who lead. */
  passed: number[];
  level: number[];
  /** It leads after it and did not lead before, alone or not. */
  takes: boolean;
  /** Others led beside it, and lead no more. */
  breaks: boolean;
  /** How far the best other is still ahead. */
  behind: number;
}

export function change(
  seats: { scores: number[] }[],
  me: number,
  attribute: number,
  by: number,
): Change {
  const scores = column(seats, attribute);
  const from = scores[me] ?? 0;
  const to = from + by;
  const others = scores.flatMap((score, seat) => (seat === me ? [] : [{ score, seat }]));
  const best = Math.max(0, ...others.map(({ score }) => score));
  return {
    from,
    to,
    passed: others.filter(({ score }) => score >= from && score < to).map(({ seat }) => seat),
    level: others.filter(({ score }) => score > from && score === to).map(({ seat }) => seat),
    takes: from < best && to >= best,
    breaks: from === best && to > best,
    behind: Math.max(0, best - to),
  };
}

/** Seats with one's own first, then in order of the table. */
export function ownFirst(seats: number, me: number): number[] {
  const start = me < 0 ? 0 : me;
  return Array.from({ length: seats }, (_, at) => (start + at) % seats);
}

/** Who got points for which attributes in the last scoring that was told. */
export interface Sweep {
  /** By attribute, the seats. */
  led: number[][];
  /** For each of them. */
  points: number;
  /** What more each seat got as top in Culture. */
  culture: Map<number, number>;
  /** Where it ends among the events. */
  end: number;
}

/** The newest scoring among these events; null: none. */
export function lastSweep(events: GameEvent[]): Sweep | null {
  const last = events.findLastIndex(({ event }) => event === 'led');
  if (last < 0) return null;
  const led: number[][] = ATTRIBUTES.map(() => []);
  let at = last;
  for (; events[at]?.event === 'led'; at -= 1) {
    const event = events[at];
    led[place(event?.['attribute'])]?.unshift(number(event?.['seat']));
  }
  const culture = new Map<number, number>();
  let end = last + 1;
  for (; events[end]?.event === 'cultured'; end += 1) {
    culture.set(number(events[end]?.['seat']), number(events[end]?.['points']));
  }
  return { led, points: number(events[last]?.['points']), culture, end };
}

/** What each seat got in a scoring. */
export function sweepSums(sweep: Sweep, seats: number): number[] {
  return Array.from({ length: seats }, (_, seat) => {
    const leads = sweep.led.filter((who) => who.includes(seat)).length;
    return leads * sweep.points + (sweep.culture.get(seat) ?? 0);
  });
}
