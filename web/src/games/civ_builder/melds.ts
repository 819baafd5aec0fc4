import { DISASTER, LEADER, type Bag } from './kinds';
import type { MeldNote, Parts, PlannedMeld } from './notes';

/** A meld that is being put together. */
export type Draft = PlannedMeld;

export function sizeOf({ natural, sea, disaster, leader }: Draft): number {
  return natural + sea + disaster + leader;
}

const NONE: Parts = { natural: 0, sea: 0, disaster: 0, leader: 0 };

/** The most of each part that a meld of the attribute can have. */
export function most(offered: MeldNote | undefined, attribute: string): Parts {
  return offered?.attributes[attribute]?.most ?? NONE;
}

/** The meld of the attribute to begin with. */
export function first(offered: MeldNote | undefined, attribute: string): Draft {
  return { attribute, ...(offered?.attributes[attribute]?.first ?? NONE) };
}

/** Has it as many cards as it needs? Of no part it ever has more than there can be. */
export function ready(offered: MeldNote | undefined, draft: Draft): boolean {
  return !!offered?.attributes[draft.attribute] && sizeOf(draft) >= offered.least;
}

/** One natural card fewer; from the fewest back to the first. */
export function shrunk(offered: MeldNote | undefined, draft: Draft): Draft {
  const smaller = { ...draft, natural: draft.natural - 1 };
  const few = smaller.natural < (offered?.natural ?? 0) || !ready(offered, smaller);
  return few ? first(offered, draft.attribute) : smaller;
}

/** A tap on a kind of the hand: a meld of it, one card fewer, or a wild card more for the draft. */
export function kindTapped(
  offered: MeldNote | undefined,
  draft: Draft | null,
  kind: string,
): Draft | null {
  if (kind === LEADER || kind === DISASTER) return draft && wildTapped(offered, draft, kind);
  if (draft?.attribute === kind) return shrunk(offered, draft);
  return first(offered, kind);
}

/** One wild card more, or from the most of them to as few as it takes. */
export function wildTapped(offered: MeldNote | undefined, draft: Draft, kind: string): Draft {
  const part = kind === LEADER ? 'leader' : kind === DISASTER ? 'disaster' : 'sea';
  const high = most(offered, draft.attribute)[part];
  if (draft[part] < high) return { ...draft, [part]: draft[part] + 1 };
  const others = sizeOf(draft) - draft[part];
  return { ...draft, [part]: Math.max(0, Math.min(high, (offered?.least ?? 0) - others)) };
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
