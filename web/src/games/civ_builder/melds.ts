import { count, DISASTER, LEADER, type Bag } from './kinds';
import type { PlannedMeld } from './notes';

/** A meld that is being put together. */
export type Draft = PlannedMeld;

/** How many cards of each sort the hand offers for the next meld. */
export interface Limits {
  hand: Bag;
  /** The k-th meld has at least k cards (CB-36). */
  least: number;
  /** How many natural cards it needs (CB-35). */
  natural: number;
  /** Wild ones. */
  disasters: number;
  seas: number;
}

export interface Privileges {
  religion: boolean;
  seafaring: boolean;
}

/** What a hand offers, by the privileges of the moment and the table's options. */
export function limitsOf(
  hand: Bag,
  melds: number,
  tops: Privileges,
  options: Record<string, unknown>,
): Limits {
  const most = options['wild_limit'] === 'one_each' ? 1 : Infinity;
  return {
    hand,
    least: melds + 1,
    natural: options['natural_required'] === false ? 0 : 1,
    disasters: tops.religion ? Math.min(most, count(hand, DISASTER)) : 0,
    seas: tops.seafaring ? Math.min(most, count(hand, 'Sea')) : 0,
  };
}

export function sizeOf({ natural, sea, disaster, leader }: Draft): number {
  return natural + sea + disaster + leader;
}

export function mostSeas(limits: Limits, attribute: string): number {
  return attribute === 'Con' || attribute === 'Tra' ? limits.seas : 0;
}

export function mostLeaders(limits: Limits): number {
  return Math.min(1, count(limits.hand, LEADER));
}

/** The largest meld of the attribute's own cards, with as few wild ones as it needs. */
export function largest(limits: Limits, attribute: string): Draft {
  return filled(limits, { ...nothing(attribute), natural: count(limits.hand, attribute) });
}

function nothing(attribute: string): Draft {
  return { attribute, natural: 0, sea: 0, disaster: 0, leader: 0 };
}

/** Wild cards are added until the meld is large enough: those first that are good for least. */
function filled(limits: Limits, draft: Draft): Draft {
  let missing = Math.max(0, limits.least - sizeOf(draft));
  const take = (most: number, has: number): number => {
    const more = Math.min(missing, Math.max(0, most - has));
    missing -= more;
    return has + more;
  };
  const disaster = take(limits.disasters, draft.disaster);
  const leader = take(mostLeaders(limits), draft.leader);
  const sea = take(mostSeas(limits, draft.attribute), draft.sea);
  return { ...draft, disaster, leader, sea };
}

/** Can it be laid now? */
export function isMeld(limits: Limits, draft: Draft): boolean {
  return (
    draft.natural >= limits.natural &&
    draft.natural <= count(limits.hand, draft.attribute) &&
    draft.sea <= mostSeas(limits, draft.attribute) &&
    draft.disaster <= limits.disasters &&
    draft.leader <= mostLeaders(limits) &&
    sizeOf(draft) >= limits.least
  );
}

/** One natural card fewer; from the smallest that can be laid back to the largest. */
export function shrunk(limits: Limits, draft: Draft): Draft {
  const smaller = { ...draft, natural: draft.natural - 1 };
  return isMeld(limits, smaller) ? smaller : largest(limits, draft.attribute);
}

/** A tap on a kind of the hand: a meld of it, one card fewer, or a wild card more for the draft. */
export function kindTapped(limits: Limits, draft: Draft | null, kind: string): Draft | null {
  if (kind === LEADER || kind === DISASTER) return draft && wildTapped(limits, draft, kind);
  if (draft?.attribute === kind) return shrunk(limits, draft);
  return largest(limits, kind);
}

/** One wild card more, or from the most of them to as few as it takes. */
export function wildTapped(limits: Limits, draft: Draft, kind: string): Draft {
  const part = kind === LEADER ? 'leader' : kind === DISASTER ? 'disaster' : 'sea';
  const most =
    part === 'leader'
      ? mostLeaders(limits)
      : part === 'disaster'
        ? limits.disasters
        : mostSeas(limits, draft.attribute);
  if (draft[part] < most) return { ...draft, [part]: draft[part] + 1 };
  const others = sizeOf(draft) - draft[part];
  return { ...draft, [part]: Math.max(0, Math.min(most, limits.least - others)) };
}

/** As a whole answer is written: `meld Cul*3+L`. */
export function lineOf({ attribute, natural, sea, disaster, leader }: Draft): string {
  const parts = [`${attribute}*${natural.toString()}`];
  if (sea) parts.push(`Sea*${sea.toString()}`);
  if (disaster) parts.push(`Dis*${disaster.toString()}`);
  if (leader) parts.push('L');
  return `meld ${parts.join('+')}`;
}

/** How many of each kind it takes out of the hand. */
export function cardsOf({ attribute, natural, sea, disaster, leader }: Draft): Bag {
  const bag: Bag = {};
  if (natural) bag[attribute] = natural;
  if (sea) bag['Sea'] = (bag['Sea'] ?? 0) + sea;
  if (disaster) bag[DISASTER] = disaster;
  if (leader) bag[LEADER] = leader;
  return bag;
}
