import type { Move } from '../../generated/types';
import { t } from '../../language/words';
import { tappedCount } from '../../match/picks';
import { bagOf, common, count, kindsIn, listed, plus, SEATS, size, type Bag } from './kinds';
import type { DealSeen } from './view';

/** Cards for cards, as they are being put together. */
export interface Terms {
  give: Bag;
  want: Bag;
}

export const NO_TERMS: Terms = { give: {}, want: {} };
/** For whoever is willing. */
export const ANYBODY = -1;

/** How many cards an offer may give, and want for them. */
export type Sizes = [number, number][];

/** The most cards that one side of an offer may have. */
export function mostOf(sizes: Sizes): number {
  return Math.max(0, ...sizes.flat());
}

/** What these terms lack; empty: they can be offered. */
export function lacking(terms: Terms, sizes: Sizes): string {
  const [given, wanted] = [size(terms.give), size(terms.want)];
  const larger = sizes.filter(([give, want]) => give >= given && want >= wanted);
  if (!larger.length) return t('An offer cannot have this many cards.');
  const enough = larger.filter(([give]) => give === given);
  if (!enough.length) return t('Tap what you give.');
  return enough.some(([, want]) => want === wanted) ? '' : t('Tap what you want for it.');
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

/** After a tap: one more of a kind, or none if there can be no more; null: see `tappedCount`. */
export function cycled(bag: Bag, kind: string, most: number, room: number): Bag | null {
  const now = count(bag, kind);
  const next = tappedCount(now, most, room);
  return next === null ? null : plus(bag, kind, next - now);
}

/** As many to give back as are taken, of what is needed least; what was just taken comes last. */
export function returned(spare: string[], taken: Bag): Bag {
  const last = (kind: string): boolean => count(taken, kind) > 0;
  const order = [
    ...spare.filter((kind) => !last(kind)),
    ...spare.filter(last),
    ...kindsIn(taken).flatMap((kind) => Array<string>(count(taken, kind)).fill(kind)),
  ];
  return bagOf(order.slice(0, size(taken)));
}
