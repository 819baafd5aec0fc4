import type { Observation, OrderView } from '../../generated/types';
import { t } from '../../language/words';
import { cardTitle, moveLabel, type Naming } from '../../match/captions';
import type { Choice, GameOrders, Proposal } from '../../match/orders';
import { ATTRIBUTES, KINDS } from './kinds';
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

/** A question that cards or attributes answer, the dearest first. */
function ranked(
  { phase, round }: Pick<Proposal, 'phase' | 'round'>,
  title: string,
  help: string,
  choices: Choice[],
): Proposal {
  return { phase, round, when: '', title, help, choices, otherwise: [], usual: '', end: [] };
}

function trade({ phase, round, trading }: CivSeen): Proposal[] {
  if (phase === 'market') {
    const said = [
      choice('pass', t('my offers stand')),
      choice('ready', t('I have finished trading')),
    ];
    return [either({ phase, round }, t('For the rest of the market'), said, 'pass')];
  }
  if (!trading) return [];
  const none = [choice('pass', t('I make none'))];
  const no = [choice('decline', t('I decline'))];
  return [
    either({ phase: 'offer', round }, t('My own offers in this round'), none),
    either({ phase: 'answer', round }, t('Offers to me in this round'), no),
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

function proposals(observed: Observation, naming: Naming): Proposal[] {
  const seen = asCivBuilder(observed);
  if (!seen.table[seen.seat] || !BEFORE_THE_END.includes(seen.phase)) return [];
  const draw = either({ phase: 'sixth', round: 0 }, t('Top in Agriculture, in every round'), [
    choice('draw', t('I draw the card')),
    choice('skip', t('I do not')),
  ]);
  return [...trade(seen), ...end(seen, naming), ...(isTop(seen, 'Agr') ? [draw] : [])];
}

function wishes(naming: Naming, _: number, { wishes }: OrderView): string {
  return wishes
    .map((move) => moveLabel(naming, move))
    .reduceRight((rest, wish) => (rest ? t('{wish}; else {rest}', { wish, rest }) : wish), '');
}

export const orders: GameOrders = { proposals, wishes };
