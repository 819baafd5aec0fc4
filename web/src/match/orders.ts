import type { Component } from 'svelte';
import type {
  LeftOrder,
  Move,
  Observation,
  OrderView,
  OrderWish,
  Texts,
  UsedOrder,
} from '../generated/types';
import { t } from '../language/words';
import { within } from '../language/within';
import { capital, label, type Naming } from './captions';

/** Something that may be answered beforehand, by its text, and what that is called. */
export interface Choice {
  text: string;
  words: string;
}

/** A question to come, as a game puts it: what may be wished for, the most wanted first. */
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
  /** What is asked beside them, if that is neither "Else" nor "Then". */
  label?: string;
  /** Where what is chosen takes more than one order. */
  more?: Several;
}

/** Which orders are a proposal's, how they are made of what is chosen, and read. */
interface Several {
  isOurs: (order: OrderView, orders: OrderView[]) => boolean;
  orders: (draft: Draft) => OrderWish[];
  draft: (orders: OrderView[]) => Draft;
  /** Where people put the wishes together themselves. */
  own?: OwnWishes;
}

interface OwnWishes {
  Editor: Component<EditorProps>;
  /** How many there may be. */
  most: number;
  words: (wish: string) => string;
}

/** What puts a wish together. */
export interface EditorProps {
  seen: Observation;
  naming: Naming;
  notes: Record<string, unknown>;
  add: (wish: string) => void;
  /** How far the next one is. */
  begun: (wish: Begun) => void;
}

/** A wish that is being put together, and is not on the list. */
export interface Begun {
  /** Empty: it is not whole. */
  text: string;
  /** What it lacks; empty: nothing, or it has not been begun. */
  lacks: string;
}

/** What is known beside what is seen. */
export interface Beside {
  /** What has been sealed. */
  steps: Move[];
  options: Record<string, unknown>;
  notes: Record<string, unknown>;
}

/** What a game brings for orders. */
export interface GameOrders {
  /** What may be ordered now, by what is seen. */
  proposals: (seen: Observation, naming: Naming, beside: Beside) => Proposal[];
  /** What the wishes of an order say. */
  wishes: (naming: Naming, seat: number, order: OrderView) => string;
  /** Do two orders say the same, to different questions? */
  isSame?: (one: OrderView, other: OrderView) => boolean;
}

/** What somebody has chosen of a proposal. */
export interface Draft {
  wanted: string[];
  /** Empty: I want to be asked. */
  otherwise: string;
}

function isFor(
  order: OrderView,
  { phase, when, round, more }: Proposal,
  orders: OrderView[],
): boolean {
  if (more) return more.isOurs(order, orders);
  return order.phase === phase && order.when === when && order.round === round;
}

/** What stands of a proposal already; nothing yet: what most people want. */
export function draftOf(proposal: Proposal, orders: OrderView[]): Draft {
  const ours = orders.filter((order) => isFor(order, proposal, orders));
  const [found] = ours;
  if (found && proposal.more) return proposal.more.draft(ours);
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

/** What is chosen, with what has been put together and not been added. */
export function withBegun(draft: Draft, begun: Begun | undefined): Draft {
  const known = !begun?.text || draft.wanted.includes(begun.text);
  return known ? draft : { ...draft, wanted: [...draft.wanted, begun.text] };
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
  const others = orders.filter((order) => !proposals.some((one) => isFor(order, one, orders)));
  const chosen = proposals.flatMap((proposal, at): OrderWish[] => {
    const draft = drafts[at] ?? { wanted: [], otherwise: '' };
    if (proposal.more) return proposal.more.orders(draft);
    const { wanted, otherwise } = draft;
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

/** The orders as they are shown: those that say the same together. */
export function together<One extends OrderView>(
  { isSame }: Pick<GameOrders, 'isSame'>,
  orders: One[],
): [One, ...One[]][] {
  const groups: [One, ...One[]][] = [];
  for (const order of orders) {
    const same = groups.find(([first]) => isSame?.(first, order));
    if (same) same.push(order);
    else groups.push([order]);
  }
  return groups;
}

/** "Build, age 2: A♠.": what an order has answered. */
export function usedWords(
  naming: Naming,
  game: GameOrders,
  seat: number,
  { phase, round, moves }: UsedOrder,
): string {
  const order = { phase, round, when: '', wishes: moves };
  return t('{question}: {answer}.', {
    question: orderTitle(naming, order),
    answer: capital(game.wishes(naming, seat, order)),
  });
}

/** By seat, the orders that never answered, nor did others that say the same. */
export function unused(game: Pick<GameOrders, 'isSame'>, left: LeftOrder[]): LeftOrder[] {
  const seats = [...new Set(left.map(({ seat }) => seat))];
  return seats
    .flatMap((seat) =>
      together(
        game,
        left.filter((one) => one.seat === seat),
      ),
    )
    .filter((same) => same.every(({ used }) => !used))
    .map(([first]) => first);
}

/** "Ana: Bid, round 2, if nobody else bids: 2.": an order of a match that is over. */
export function leftWords(
  naming: Naming,
  game: Pick<GameOrders, 'wishes'>,
  order: LeftOrder,
): string {
  const title = orderTitle(naming, order);
  return t('{name}: {question}: {answer}.', {
    name: naming.names[order.seat] ?? '',
    question: order.when ? `${title}, ${whenWords(naming.texts, order.when)}` : title,
    answer: game.wishes(naming, order.seat, order),
  });
}

/** Under which condition it stands, in words; empty: none. */
export function whenWords(texts: Texts, when: string): string {
  return when && (texts.values?.[`when.${when}`] ?? when);
}
