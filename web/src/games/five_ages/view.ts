import type { AgeSeen, FiveAgesObservation, GameEvent, Observation } from '../../generated/types';
import { offersOf, type Offer, type Side } from './answers';

export type SeatKnown = FiveAgesObservation['table'][number];

export const JOKER = 'Jk';
export const SIDES: Side[] = ['W', 'E'];

export function asFiveAges(seen: Observation): FiveAgesObservation {
  return seen as FiveAgesObservation;
}

/** Who sits beside a seat: W is the next one clockwise. */
export function neighbour(seat: number, side: Side, seats: number): number {
  return (seat + (side === 'W' ? 1 : seats - 1)) % seats;
}

/** Those far away from this seat, from the left neighbour's side to the right one's. */
export function farSeats(me: number, seats: number): number[] {
  return Array.from({ length: seats - 3 }, (_, place) => (me + 2 + place) % seats);
}

/** An attack on the board. */
export interface AttackDrawn {
  seat: number;
  target: number;
  /** Why it fails; empty: a hit. */
  why: string[];
  stolen: string;
  /** It is only about to be declared. */
  planned?: boolean;
}

export interface Slot {
  /** What lies there; empty: nothing. */
  card: string;
  /** What was laid there. */
  laid: string;
  /** Who has it now; -1: nobody in particular. */
  to: number;
}

/** A seat as it looks while events unfold: a drawing, corrected by the next observation. */
export interface SeatDrawn {
  hand: number;
  civ: number;
  /** Cards that its civilization has in the end. */
  full: number;
  row: [Slot, Slot];
  /** Its civilization, as far as it is turned up. */
  shown: string[];
  /** What it is in the end. */
  ranked: string;
}

export interface Drawing {
  seats: SeatDrawn[];
  attacks: AttackDrawn[];
}

/** Why attacks fail: the words of observations, the numbers that events add up. */
export const REASONS: Record<string, number> = {
  another_attacks: 1,
  mutual: 2,
  nothing_built: 4,
};

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The round whose rows lie on the table or have just been cleared away. */
function ageOnShow(seen: FiveAgesObservation): AgeSeen | undefined {
  const last = seen.past.at(-1);
  return seen.phase === 'trade' || seen.phase === 'build' ? last : undefined;
}

/** What is seen, with some more events on top; `full`: the rounds, each of which adds a card. */
export function draw(seen: FiveAgesObservation, events: GameEvent[], full: number): Drawing {
  const age = ageOnShow(seen);
  const drawing: Drawing = {
    seats: seen.table.map((seat, place) => drawSeat(seat, age, place, full)),
    attacks: (age?.attacks ?? []).map(({ seat, target, void: why, stolen }) => ({
      seat,
      target,
      why,
      stolen,
    })),
  };
  for (const event of events) happen(drawing, event);
  return drawing;
}

function drawSeat(
  seat: SeatKnown,
  age: AgeSeen | undefined,
  place: number,
  full: number,
): SeatDrawn {
  const laid = age?.laid[place] ?? ['', ''];
  const slot = (card: string, at: 0 | 1): Slot => ({
    card,
    laid: laid[at] || card,
    to: card || !laid[at] ? -1 : receiver(age, place, laid[at]),
  });
  return {
    hand: seat.hand,
    civ: seat.civ,
    full,
    row: [slot(seat.left, 0), slot(seat.right, 1)],
    shown: [...seat.shown],
    ranked: '',
  };
}

function receiver(age: AgeSeen | undefined, seat: number, card: string): number {
  for (const swap of age?.swaps ?? []) {
    if (swap.seat === seat && swap.given === card) return swap.other;
    if (swap.other === seat && swap.got === card) return swap.seat;
  }
  return -1;
}

/** What an event does to the drawing. */
function happen(drawing: Drawing, event: GameEvent): void {
  const seat = number(event['seat']);
  const one = drawing.seats[seat];
  if (event.event === 'round') {
    drawing.attacks = [];
    for (const each of drawing.seats) each.row = [empty(), empty()];
  }
  if (!one) return;
  const other = drawing.seats[number(event['target'])];
  if (event.event === 'laid') {
    one.hand -= 2;
    one.row = [laying(text(event['left'])), laying(text(event['right']))];
  } else if (event.event === 'hit' || event.event === 'void') {
    const target = number(event['target']);
    const sum = number(event['reason']);
    const why = Object.keys(REASONS).filter((word) => sum & (REASONS[word] ?? 0));
    drawing.attacks.push({ seat, target, why, stolen: '' });
    const left = target === (seat + 1) % drawing.seats.length;
    one.row[left ? 0 : 1].card = '';
  } else if (event.event === 'stole') {
    one.hand += 1;
    if (other) other.civ -= 1;
    const attack = drawing.attacks.find(
      ({ seat: thief, target }) => thief === seat && target === number(event['target']),
    );
    if (attack) attack.stolen = text(event['card']);
  } else if (event.event === 'gave') {
    const slot = one.row.find(({ card }) => card === event['card']);
    if (slot) Object.assign(slot, { card: '', to: number(event['receiver']) });
    const taker = drawing.seats[number(event['receiver'])];
    if (taker) taker.hand += 1;
  } else if (event.event === 'returned') {
    const slot = one.row.find(({ card }) => card === event['card']);
    if (slot) Object.assign(slot, empty());
    one.hand += 1;
  } else if (event.event === 'built') {
    one.civ += 1;
    one.hand -= 1;
  } else if (event.event === 'drew' || event.event === 'refilled' || event.event === 'dealt') {
    one.hand += 1;
  } else if (event.event === 'shown') {
    one.shown.push(text(event['card']));
  } else if (event.event === 'ranked') {
    one.ranked = text(event['hand']);
  }
}

function empty(): Slot {
  return { card: '', laid: '', to: -1 };
}

function laying(card: string): Slot {
  return { card, laid: card, to: -1 };
}

/** Offers that stand between two others. */
export interface Between {
  seat: number;
  other: number;
  offer: Offer;
}

export function offersBetween(table: SeatKnown[], me: number): Between[] {
  return table.flatMap(({ offers }, seat) =>
    offersOf(offers).flatMap((offer) => {
      if (seat === me) return [];
      const other = neighbour(seat, offer.side, table.length);
      return other === me ? [] : [{ seat, other, offer }];
    }),
  );
}

/** Where the round on show begins: what can be shown again. */
export function roundStart(told: GameEvent[]): number {
  const last = told.findLastIndex(({ event }) => event === 'laid');
  let start = last;
  while (start > 0 && told[start - 1]?.event === 'laid') start -= 1;
  return Math.max(0, start);
}
