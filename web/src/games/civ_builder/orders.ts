import type { Observation, OrderView, OrderWish } from '../../generated/types';
import { t } from '../../language/words';
import { cardTitle, moveLabel, type Naming } from '../../match/captions';
import type { Beside, Choice, Draft, GameOrders, Proposal } from '../../match/orders';
import { ATTRIBUTES, KINDS, SEATS } from './kinds';
import { asNotes, type Notes } from './notes';
import { isOnly, isSame, swaps, swapWords, termsOf } from './swaps';
import { asCivBuilder, type CivSeen } from './view';

/** The phases in which what follows in the round can still be said beforehand. */
const BEFORE_THE_END = [
  ...['sixth', 'offer', 'answer', 'reply', 'choose', 'market'],
  ...['meld', 'act', 'exchange', 'study'],
];

const choice = (text: string, words: string): Choice => ({ text, words });

/** A question with nothing to rank. */
function either(
  { phase, round }: Pick<Proposal, 'phase' | 'round'>,
  title: string,
  otherwise: Choice[],
  usual = '',
): Proposal {
  return { phase, round, when: '', title, help: '', choices: [], otherwise, usual, end: [] };
}

/** A question that cards or attributes answer, the most wanted first. */
function ranked(
  { phase, round }: Pick<Proposal, 'phase' | 'round'>,
  title: string,
  help: string,
  choices: Choice[],
): Proposal {
  return { phase, round, when: '', title, help, choices, otherwise: [], usual: '', end: [] };
}

/** An order for the answer to each of these questions. */
function alike(round: number, title: string, questions: string[], said: Choice): Proposal {
  const isOurs = (order: OrderView): boolean =>
    questions.includes(order.phase) && order.round === round && isOnly(order, said.text);
  const orders = ({ otherwise }: Draft): OrderWish[] =>
    otherwise ? questions.map((phase) => ({ phase, round, when: '', wishes: [otherwise] })) : [];
  const proposal = either({ phase: questions.join(' '), round }, title, [said]);
  return {
    ...proposal,
    more: { isOurs, orders, draft: () => ({ wanted: [], otherwise: said.text }) },
  };
}

/** Whom one trades with, if several take an offer. */
function willing({ round, seat, table }: CivSeen, naming: Naming): Proposal[] {
  const others = table.map((_, other) => other).filter((other) => other !== seat);
  if (others.length < 2) return [];
  const choices = others.map((other) =>
    choice(`with ${SEATS[other] ?? ''}`, naming.names[other] ?? ''),
  );
  const help = t('Trade with the first of these that takes it.');
  return [ranked({ phase: 'choose', round }, t('If several take an offer of mine'), help, choices)];
}

function trade(seen: CivSeen, naming: Naming, notes: Notes): Proposal[] {
  const { phase, round, trading } = seen;
  if (phase === 'market') {
    const said = [
      choice('pass', t('my offers stand')),
      choice('ready', t('I have finished trading')),
    ];
    return [
      swaps(seen, naming, notes),
      either({ phase, round }, t('For the rest of the market'), said, 'pass'),
    ];
  }
  if (!trading) return [];
  const no = choice('decline', t('I decline'));
  return [
    swaps(seen, naming, notes),
    alike(round, t('Other offers to me in this round'), ['answer', 'reply'], no),
    ...willing(seen, naming),
  ];
}

function isTop({ tops, seat }: CivSeen, attribute: string): boolean {
  return tops[ATTRIBUTES.indexOf(attribute)]?.includes(seat) ?? false;
}

function end(seen: CivSeen, naming: Naming): Proposal[] {
  const { round } = seen;
  const named = (verb: string, kinds: string[]): Choice[] =>
    kinds.map((kind) => choice(`${verb} ${kind}`, cardTitle(naming.texts, kind)));
  const point = ranked(
    { phase: 'point', round },
    t('Top in Science'),
    t('Add the point to this attribute.'),
    named('point', ATTRIBUTES),
  );
  const dump = either({ phase: 'dump', round }, t('Top in Equestrian'), [
    choice('keep', t('I keep my hand')),
    choice('dump', t('I discard my hand')),
  ]);
  const discard = ranked(
    { phase: 'discard', round },
    t('Too many cards at the end'),
    t('Discard cards of the first of these that I hold, then of the next.'),
    named('discard', KINDS),
  );
  return [...(isTop(seen, 'Sci') ? [point] : []), ...(isTop(seen, 'Equ') ? [dump] : []), discard];
}

function proposals(observed: Observation, naming: Naming, { notes }: Beside): Proposal[] {
  const seen = asCivBuilder(observed);
  if (!seen.table[seen.seat] || !BEFORE_THE_END.includes(seen.phase)) return [];
  const draw = either({ phase: 'sixth', round: 0 }, t('Top in Agriculture, in every round'), [
    choice('draw', t('I draw the card')),
    choice('skip', t('I do not')),
  ]);
  return [
    ...trade(seen, naming, asNotes(notes)),
    ...end(seen, naming),
    ...(isTop(seen, 'Agr') ? [draw] : []),
  ];
}

function wishes(naming: Naming, _: number, order: OrderView): string {
  const terms = termsOf(order);
  if (terms) return swapWords(naming, terms);
  if (order.phase === 'offer') return t('I make no offer');
  return order.wishes
    .map((move) => moveLabel(naming, move))
    .reduceRight((rest, wish) => (rest ? t('{wish}; else {rest}', { wish, rest }) : wish), '');
}

export const orders: GameOrders = { proposals, wishes, isSame };
