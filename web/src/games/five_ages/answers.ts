import type { Move } from '../../generated/types';

/** How answers of several steps are put together from what is marked on the board. */

export type Side = 'W' | 'E';

export interface Offer {
  text: string;
  side: Side;
  /** Both cards for both: then `given` and `wanted` are empty. */
  both: boolean;
  given: string;
  wanted: string;
}

const OFFER = /^offer (\w+) for ([WE])(?::(\w+))?$/;
const PASS = 'pass';
const DONE = 'done';
const WITHDRAW = 'withdraw';

/** An offer from its text, as it stands with a seat; null for any other move. */
export function readOffer(text: string): Offer | null {
  const [, given = '', side, wanted = ''] = OFFER.exec(text) ?? [];
  if (side !== 'W' && side !== 'E') return null;
  const both = given === 'both';
  return { text, side, both, given: both ? '' : given, wanted };
}

/** The same swap as the neighbour on the other side says it. */
export function mirrorOf(offer: Offer): string {
  const side = offer.side === 'W' ? 'E' : 'W';
  return offer.both ? `offer both for ${side}` : `offer ${offer.wanted} for ${side}:${offer.given}`;
}

/** The offers that will stand, best first, when this answer is opened. */
export function listAfter(standing: string[], locked: string[]): string[] {
  const first = locked[0];
  if (first === DONE) return [];
  const offers = locked.filter((step) => readOffer(step));
  if (first === WITHDRAW) return offers;
  return [...offers, ...standing.filter((offer) => !offers.includes(offer))];
}

/** The steps that make this list of what stands; none: it is as it was, nothing need be said. */
export function stepsTo(standing: string[], list: string[]): string[] {
  if (same(standing, list)) return [];
  if (standing.some((offer) => !list.includes(offer))) return [WITHDRAW, ...list, PASS];
  for (let count = 1; count < list.length; count += 1) {
    const top = list.slice(0, count);
    const rest = standing.filter((offer) => !top.includes(offer));
    if (same([...top, ...rest], list)) return [...top, PASS];
  }
  return [...list, PASS];
}

/**
 * The list after a tap on an offer: one of it is taken out; a new one goes below what was new
 * before and above what stood; one that is wanted by the other side goes to the very top.
 */
export function toggled(
  standing: string[],
  list: string[],
  offer: string,
  accepts: boolean,
): string[] {
  if (list.includes(offer)) return list.filter((one) => one !== offer);
  if (accepts) return [offer, ...list];
  const old = list.findIndex((one) => standing.includes(one));
  const at = old < 0 ? list.length : old;
  return [...list.slice(0, at), offer, ...list.slice(at)];
}

/** The list with one offer moved to another place. */
export function moved(list: string[], from: number, to: number): string[] {
  const one = list[from];
  if (one === undefined || to < 0 || to >= list.length) return list;
  const rest = list.filter((_, place) => place !== from);
  return [...rest.slice(0, to), one, ...rest.slice(to)];
}

/** What is to be built, and what is exchanged for what. */
export interface Building {
  built: string[];
  /** Of the civilization, counted from 1; 0: nothing is exchanged. */
  slot: number;
  /** The card of the hand that comes for it; empty: it is still to be chosen. */
  incoming: string;
}

export const NOTHING_BUILT: Building = { built: [], slot: 0, incoming: '' };

const BUILD = 'build ';
const REPLACE = /^replace (\d):(\w+)$/;

/** What a sealed answer builds. */
export function readBuilding(locked: string[]): Building {
  const built = locked.flatMap((step) =>
    step.startsWith(BUILD) ? [step.slice(BUILD.length)] : [],
  );
  const [, slot = '0', incoming = ''] = locked.flatMap((step) => REPLACE.exec(step) ?? []);
  return { built, slot: Number(slot), incoming };
}

/** After a tap on a card of the hand, of which `need` are to be built. */
export function handTapped(
  building: Building,
  card: string,
  hand: string[],
  need: number,
): Building {
  const { built, slot, incoming } = building;
  const left = count(hand, card) - count(built, card) - (incoming === card ? 1 : 0);
  if (slot && !incoming) {
    return { built: left > 0 ? built : without(built, card), slot, incoming: card };
  }
  if (left <= 0) {
    if (incoming === card) return { built, slot: 0, incoming: '' };
    return { built: without(built, card), slot, incoming };
  }
  return { built: [...built, card].slice(-need), slot, incoming };
}

/** After a tap on a card of the civilization: it is to go; again: it stays. */
export function civTapped(building: Building, slot: number): Building {
  if (building.slot === slot) return { ...building, slot: 0, incoming: '' };
  return { ...building, slot };
}

/**
 * The steps that build this; null: something is still to be chosen. An answer is whole with its
 * last card if there is nothing to exchange: no old card, or nothing to put in its place.
 */
export function stepsOf(
  building: Building,
  need: number,
  old: number,
  buildable: string[],
): string[] | null {
  const { built, slot, incoming } = building;
  if (built.length !== need || (slot && !incoming)) return null;
  const steps = built.map((card) => `${BUILD}${card}`);
  if (slot) return [...steps, `replace ${slot.toString()}:${incoming}`];
  const left = built.reduce(without, buildable);
  return old && left.length ? [...steps, DONE] : steps;
}

/** What each card of the hand is for; of cards that look alike the first ones serve. */
export function marksOf(hand: string[], building: Building): ('' | 'built' | 'incoming')[] {
  let built = building.built;
  let incoming = building.incoming;
  return hand.map((card) => {
    if (built.includes(card)) {
      built = without(built, card);
      return 'built';
    }
    if (incoming !== card) return '';
    incoming = '';
    return 'incoming';
  });
}

/** What may be done with a card that is kept: nothing to choose, or whom its Jokers attack. */
export function keepsOf(legal: Move[], card: string): Move[] {
  return legal.filter(
    (move) => (move.verb === 'keep' || move.verb === 'attack') && move['card'] === card,
  );
}

function count(cards: string[], card: string): number {
  return cards.filter((one) => one === card).length;
}

function without(cards: string[], card: string): string[] {
  const at = cards.indexOf(card);
  return at < 0 ? cards : [...cards.slice(0, at), ...cards.slice(at + 1)];
}

function same(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((step, place) => step === other[place]);
}
