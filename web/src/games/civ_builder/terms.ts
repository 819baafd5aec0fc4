import type { Move } from '../../generated/types';
import {
  bagOf,
  common,
  count,
  DISASTER,
  KINDS,
  LEADER,
  listed,
  plus,
  SEATS,
  size,
  type Bag,
} from './kinds';
import type { DealSeen, SeatKnown } from './view';

/** Cards for cards, as they are being put together. */
export interface Terms {
  give: Bag;
  want: Bag;
}

export const NO_TERMS: Terms = { give: {}, want: {} };
/** For whoever is willing. */
export const ANYBODY = -1;

/** What the table settles of offers. */
export interface Rules {
  most: number;
  gifts: boolean;
  equal: boolean;
}

export function rulesOf(options: Record<string, unknown>): Rules {
  return {
    most: Number(options['offer_max_cards'] ?? 3),
    gifts: options['trade_gifts'] === true,
    equal: options['trade_equal'] === true,
  };
}

/** What may be asked of a partner: with a hand that is seen, only what is there. */
export function askable(partner: SeatKnown | undefined, seesAll: boolean): Bag {
  if (!partner) return {};
  if (seesAll) return bagOf(partner.known);
  return Object.fromEntries(KINDS.map((kind) => [kind, partner.hand]));
}

/** What is wrong with these terms; empty: they can be offered. */
export function wrong(terms: Terms, rules: Rules): string {
  const [given, wanted] = [size(terms.give), size(terms.want)];
  if (!given && !(rules.gifts && wanted)) return 'Tap what you give.';
  if (!wanted && !(rules.gifts && given)) return 'Tap what you want for it.';
  if (rules.equal && given !== wanted)
    return 'At this table both sides give the same number of cards.';
  return '';
}

export function offerLine({ give, want }: Terms, partner: number): string {
  const whom = partner === ANYBODY ? 'any' : (SEATS[partner] ?? '');
  return `offer ${listed(give)} > ${whom} : ${listed(want)}`;
}

export function counterLine({ give, want }: Terms): string {
  return `counter ${listed(give)} : ${listed(want)}`;
}

/** A deal as the one who answers it would say it: of what was wanted, what is there. */
export function turned(deal: DealSeen, hand: Bag): Terms {
  return { give: common(bagOf(deal.wanted), hand), want: bagOf(deal.given) };
}

/** What can still be offered of terms that were offered before. */
export function stillPossible(terms: Terms, hand: Bag): Terms {
  return { give: common(terms.give, hand), want: terms.want };
}

/** Whom an offer may be for; ANYBODY among them if it may be for all. */
export function partnersIn(legal: Move[]): number[] {
  return legal.flatMap((move) => {
    if (move.verb === 'offer') return [Number(move['target'])];
    return move.verb === 'offer_any' ? [ANYBODY] : [];
  });
}

/** One more of a kind, or none if there can be no more. */
export function cycled(bag: Bag, kind: string, most: number, room: number): Bag {
  const now = count(bag, kind);
  return plus(bag, kind, now < most && room > 0 ? 1 : -now);
}

/** Of a hand with what is taken, as many to give back: Disasters, those that are alone; no Leader. */
export function leastUseful(hand: Bag, taken: Bag): Bag {
  const worth = (kind: string): number =>
    kind === DISASTER ? 0 : kind === LEADER ? 99 : count(hand, kind) + 10 * count(taken, kind);
  const order = KINDS.filter((kind) => count(hand, kind))
    .sort((one, other) => worth(one) - worth(other))
    .flatMap((kind) => Array<string>(count(hand, kind)).fill(kind));
  return bagOf(order.slice(0, size(taken)));
}
