import type { Move, Observation, OrderView, OrderWish, Texts } from '../generated/types';
import { within } from '../language/within';
import { label, type Naming } from './captions';

/** Something that may be answered beforehand, by its text, and what that is called. */
export interface Choice {
  text: string;
  words: string;
}

/** A question to come, as a game puts it: what may be wished for, the dearest first. */
export interface Proposal {
  phase: string;
  /** In which it stands; 0: in every one. */
  round: number;
  /** Under which condition; empty: none. */
  when: string;
  title: string;
  help: string;
  choices: Choice[];
  /** What to do if none of that can be done, if one does not want to be asked then. */
  otherwise: Choice[];
  /** Which of that most people want; empty: to be asked. */
  usual: string;
  /** Steps without which the answer would not be whole. */
  end: string[];
}

/** What a game brings for orders. */
export interface GameOrders {
  /** What may be ordered now, by what is seen and has been sealed. */
  proposals: (seen: Observation, naming: Naming, steps: Move[]) => Proposal[];
  /** What the wishes of an order say. */
  wishes: (naming: Naming, seat: number, order: OrderView) => string;
}

/** What somebody has chosen of a proposal. */
export interface Draft {
  wanted: string[];
  /** Empty: I want to be asked. */
  otherwise: string;
}

function isFor(order: OrderView, { phase, when, round }: Proposal): boolean {
  return order.phase === phase && order.when === when && order.round === round;
}

/** What stands of a proposal already; nothing yet: what most people want. */
export function draftOf(proposal: Proposal, orders: OrderView[]): Draft {
  const found = orders.find((order) => isFor(order, proposal));
  if (!found) return { wanted: [], otherwise: proposal.usual };
  const texts = found.wishes.map(({ text }) => text);
  const known = (choices: Choice[]) => (text: string) => choices.some((one) => one.text === text);
  return {
    wanted: texts.filter(known(proposal.choices)),
    otherwise: texts.find(known(proposal.otherwise)) ?? '',
  };
}

/** A tap on a choice: it comes last, or goes. */
export function tapped(draft: Draft, text: string): Draft {
  const { wanted } = draft;
  const rest = wanted.filter((one) => one !== text);
  return { ...draft, wanted: rest.length < wanted.length ? rest : [...wanted, text] };
}

/** An order as it is sent again. */
export function wishOf({ phase, round, when, wishes }: OrderView): OrderWish {
  return { phase, round, when, wishes: wishes.map(({ text }) => text) };
}

/** All orders with what is chosen now in place of what stood for the same. */
export function ordersWith(
  orders: OrderView[],
  proposals: Proposal[],
  drafts: Draft[],
): OrderWish[] {
  const others = orders.filter((order) => !proposals.some((one) => isFor(order, one)));
  const chosen = proposals.flatMap((proposal, at): OrderWish[] => {
    const { wanted, otherwise } = drafts[at] ?? { wanted: [], otherwise: '' };
    const said = otherwise ? [...wanted, otherwise] : wanted;
    if (!said.length) return [];
    const { phase, when, round, end } = proposal;
    return [{ phase, round, when, wishes: [...said, ...end] }];
  });
  return [...chosen, ...others.map(wishOf)];
}

/** "Build, age 2": the question that an order answers. */
export function orderTitle(naming: Naming, { phase, round }: OrderView): string {
  const title = naming.texts.phases?.[phase]?.title ?? phase;
  return round ? `${title}, ${within(label(naming, 'round'))} ${round.toString()}` : title;
}

/** Under which condition it stands, in words; empty: none. */
export function whenWords(texts: Texts, when: string): string {
  return when && (texts.values?.[`when.${when}`] ?? when);
}
