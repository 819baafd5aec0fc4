import type { Move } from '../../generated/types';

/** How answers of several steps are put together from what is marked on the board. */

export type Side = 'W' | 'E';

/** A swap with a neighbour; without cards: both for both. */
export interface Offer extends Move {
  side: Side;
  given?: string;
  wanted?: string;
}

/** The offers among these moves. */
export function offersOf(moves: Move[]): Offer[] {
  return moves.filter((move): move is Offer => move.verb === 'offer' || move.verb === 'offer_both');
}

/** The line that makes the list of offers this one: each is said without its verb. */
export function lineOf(list: Offer[]): string {
  const said = list.map(({ given, side, wanted }) =>
    given && wanted ? `${given} for ${side}:${wanted}` : `both for ${side}`,
  );
  return `list ${said.join(', ')}`.trim();
}

/** Is it among these offers? */
export function has(list: Offer[], offer: Offer): boolean {
  return list.some(({ text }) => text === offer.text);
}

/**
 * The list after a tap on an offer: one of it is taken out; a new one goes below what was new
 * before and above what stood; one that is wanted by the other side goes to the very top.
 */
export function toggled(standing: Offer[], list: Offer[], offer: Offer, accepts: boolean): Offer[] {
  if (has(list, offer)) return list.filter(({ text }) => text !== offer.text);
  if (accepts) return [offer, ...list];
  const old = list.findIndex((one) => has(standing, one));
  const at = old < 0 ? list.length : old;
  return [...list.slice(0, at), offer, ...list.slice(at)];
}

/** The list with one offer moved to another place. */
export function moved(list: Offer[], from: number, to: number): Offer[] {
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

/** What a sealed answer builds. */
export function readBuilding(steps: Move[]): Building {
  const swap = steps.find(({ verb }) => verb === 'replace');
  return {
    built: steps.filter(({ verb }) => verb === 'build').map((step) => String(step['card'])),
    slot: Number(swap?.['slot'] ?? 0),
    incoming: String(swap?.['card'] ?? ''),
  };
}

/**
 * After a tap on a card of the hand, of which `need` are to be built: of one, another takes its
 * place; of two, a third changes nothing.
 */
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
  if (need > 1 && built.length >= need) return building;
  return { built: need > 1 ? [...built, card] : [card], slot, incoming };
}

/** After a tap on a card of the civilization: it is to go; again: it stays. */
export function civTapped(building: Building, slot: number): Building {
  if (building.slot === slot) return { ...building, slot: 0, incoming: '' };
  return { ...building, slot };
}

/** The line that builds this; null: something is still to be chosen. */
export function lineOfBuilding({ built, slot, incoming }: Building, need: number): string | null {
  if (built.length !== need || (slot && !incoming)) return null;
  const last = slot ? `replace ${slot.toString()}:${incoming}` : 'done';
  return [...built.map((card) => `build ${card}`), last].join('; ');
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
