import type { Move } from '../../generated/types';
import { bagOf, type Bag } from './kinds';
import { most, type Draft } from './melds';
import type { MeldNote, Parts } from './notes';

/** What is suggested (`Update.suggested`), as the docks put answers together. */

/** The cards or attributes that its steps of this verb name. */
export function namedIn(suggested: Move[], verb: string): string[] {
  return suggested.filter((step) => step.verb === verb).map((step) => String(step['card']));
}

export function bagIn(suggested: Move[], verb: string): Bag {
  return bagOf(namedIn(suggested, verb));
}

/** The meld; null: it is to make none. What no step names it has all there is of. */
export function meldIn(suggested: Move[], offered: MeldNote | undefined): Draft | null {
  const [attribute] = namedIn(suggested, 'meld');
  if (attribute === undefined) return null;
  const all = most(offered, attribute);
  const amount = (part: keyof Parts): number =>
    Number(suggested.find((step) => step.verb === part)?.['amount'] ?? all[part]);
  return {
    attribute,
    natural: amount('natural'),
    sea: amount('sea'),
    disaster: amount('disaster'),
    leader: amount('leader'),
  };
}

/** Is this its first step? */
export function begins(suggested: Move[], move: string): boolean {
  return suggested[0]?.text === move;
}
