import { MOST_WISHES, type OrderView, type OrderWish } from '../../generated/types';
import { t } from '../../language/words';
import type { Choice, Draft, Proposal } from '../../match/orders';
import type { Naming } from '../../match/captions';
import { bagOf, count, kindsIn, SEATS, type Bag } from './kinds';
import type { Notes } from './notes';
import Swaps from './Swaps.svelte';
import { NO_TERMS, type Terms } from './terms';
import type { CivSeen } from './view';
import { cards } from './words';

/** As many swaps as the list has room for. */
const MOST_SWAPS = 8;

/** What to do about own offers, where they are made in turn. */
const TO_ALL = 'all';
const NONE = 'pass';

/** Cards for cards, as a wish keeps them: the same for the same cards. */
export function swapText({ give, want }: Terms): string {
  const ordered = (bag: Bag): Bag =>
    Object.fromEntries(kindsIn(bag).map((kind) => [kind, count(bag, kind)]));
  return JSON.stringify({ give: ordered(give), want: ordered(want) });
}

function swapIn(text: string): Terms {
  return JSON.parse(text) as Terms;
}

/** The terms among the steps of an order; none: it trades nothing. */
export function termsOf({ wishes }: Pick<OrderView, 'wishes'>): Terms | null {
  const named = (verb: string): Bag =>
    bagOf(wishes.filter((one) => one.verb === verb).map((one) => String(one['card'])));
  const terms = { give: named('give'), want: named('want') };
  return kindsIn(terms.give).length || kindsIn(terms.want).length ? terms : null;
}

export function swapWords(naming: Naming, { give, want }: Terms): string {
  const [these, those] = [cards(naming, give), cards(naming, want)];
  return t('{these} for {those}', { these: these || t('nothing'), those: those || t('nothing') });
}

/** Is it an offer to one player alone? */
function isToOne({ wishes }: OrderView): boolean {
  return wishes[0]?.verb === 'offer';
}

/** Orders of the same swap with whomever, or that decline, whatever is asked. */
export function isSame(one: OrderView, other: OrderView): boolean {
  if (one.round !== other.round || isToOne(one) || isToOne(other)) return false;
  const [terms, others] = [termsOf(one), termsOf(other)];
  if (terms && others) return swapText(terms) === swapText(others);
  return [one, other].every(({ wishes }) => wishes[0]?.text === 'decline');
}

/** Does it answer this, whatever stands to be answered? */
export function isOnly({ when, wishes }: OrderView, text: string): boolean {
  return when === '' && wishes.length === 1 && wishes[0]?.text === text;
}

const TAKES = ['give', 'want', 'accept', 'accept_offer'];

/** Does it take an offer as good as its terms, and nothing else? */
function isTaking(order: OrderView): boolean {
  return (
    order.when === 'swap' &&
    termsOf(order) !== null &&
    order.wishes.every(({ verb = '' }) => TAKES.includes(verb))
  );
}

/** Do these offer to all what those take, or nothing? Others were not left here, and stay. */
function areOffered(offers: OrderView[], taken: OrderView[]): boolean {
  const swaps = offers.filter((order) => !isOnly(order, NONE));
  const texts = (orders: OrderView[]): string =>
    orders.map((order) => swapText(termsOf(order) ?? NO_TERMS)).join();
  return (
    swaps.length < offers.length &&
    swaps.every(({ when, wishes }) => when === 'swap' && wishes[0]?.verb === 'offer_any') &&
    (!swaps.length || texts(swaps) === texts(taken))
  );
}

function steps(verb: string, bag: Bag): string[] {
  return kindsIn(bag).flatMap((kind) => Array<string>(count(bag, kind)).fill(`${verb} ${kind}`));
}

function othersIn({ seat, table }: CivSeen): string[] {
  return [...SEATS.slice(0, table.length)].filter((_, other) => other !== seat);
}

/** All that may stand in the market, so many offers of each seat. */
function standing(seen: CivSeen, most: number): string[] {
  const numbers = Array.from({ length: most }, (_, at) => (at + 1).toString());
  return numbers.flatMap((number) => othersIn(seen).map((other) => `accept ${other}${number}`));
}

function ordersFor(seen: CivSeen, notes: Notes, { wanted, otherwise }: Draft): OrderWish[] {
  const { round } = seen;
  const order = (phase: string, wishes: string[]): OrderWish => ({
    phase,
    round,
    when: 'swap',
    wishes: wishes.slice(0, MOST_WISHES),
  });
  const swaps = wanted.map(swapIn).map(({ give, want }) => ({
    gives: steps('give', give),
    wants: steps('want', want),
  }));
  if (seen.phase === 'market') {
    return swaps.map(({ gives, wants }) =>
      order('market', [...gives, ...wants, ...standing(seen, notes.standing ?? 0)]),
    );
  }
  const taken = swaps.flatMap(({ gives, wants }) =>
    ['answer', 'reply'].map((phase) => order(phase, [...gives, ...wants, 'accept'])),
  );
  // Where only one can trade there are no offers to all: then it is for that one.
  const toAll = ['any', ...othersIn(seen)].map((whom) => `offer ${whom}`);
  const offered = swaps.map(({ gives, wants }) =>
    order('offer', [...toAll, ...gives, 'for', ...wants, 'done']),
  );
  const none = { phase: 'offer', round, when: '', wishes: ['pass'] };
  return [...taken, ...(otherwise === TO_ALL ? offered : []), ...(otherwise ? [none] : [])];
}

function draftIn(orders: OrderView[]): Draft {
  const taken = orders.filter(({ phase }) => phase === 'answer' || phase === 'market');
  const offers = orders.filter(({ phase }) => phase === 'offer');
  const swaps = taken.map(termsOf).filter((terms) => terms !== null);
  const otherwise = offers.some(termsOf) ? TO_ALL : offers.length ? NONE : '';
  return { wanted: swaps.map(swapText), otherwise };
}

/** What one would give for what: taken of whoever offers it, and offered to all if that is wanted. */
export function swaps(seen: CivSeen, naming: Naming, notes: Notes): Proposal {
  const { round, phase } = seen;
  const inTurn = phase !== 'market';
  const own: Choice[] = [
    { text: TO_ALL, words: t('I offer the first that I can to all') },
    { text: NONE, words: t('I make no offer') },
  ];
  const isOurs = (order: OrderView, orders: OrderView[]): boolean => {
    if (order.round !== round) return false;
    const asked = (question: string): OrderView[] =>
      orders.filter((one) => one.phase === question && one.round === round);
    const taken = asked(inTurn ? 'answer' : 'market').filter(isTaking);
    if (inTurn && order.phase === 'offer') return areOffered(asked('offer'), taken);
    return isTaking(order) && taken.some((one) => isSame(one, order));
  };
  return {
    phase: 'swap',
    round,
    when: '',
    title: t('What I would give for what'),
    help: t(
      'An offer as good as one of these is taken for you, as often as you hold the cards. Nobody sees which they are.',
    ),
    choices: [],
    otherwise: inTurn ? own : [],
    label: t('When it is my turn to offer'),
    usual: '',
    end: [],
    more: {
      isOurs,
      orders: (draft) => ordersFor(seen, notes, draft),
      draft: draftIn,
      own: {
        Editor: Swaps,
        most: MOST_SWAPS,
        words: (text) => swapWords(naming, swapIn(text)),
      },
    },
  };
}
