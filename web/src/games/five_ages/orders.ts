import type { FiveAgesObservation, Move, Observation, OrderView } from '../../generated/types';
import { t } from '../../language/words';
import { capital, type Naming } from '../../match/captions';
import type { Choice, GameOrders, Proposal } from '../../match/orders';
import type { Offer, Side } from './answers';
import { asFiveAges, JOKER, neighbour, SIDES } from './view';
import { cardWords, offerWords, sign } from './words';

const PASS = 'pass';

/** What may be said instead of offers. */
const WORDS = (): Choice[] => [
  { text: PASS, words: t('my offers stand') },
  { text: 'done', words: t('I have finished trading') },
];

/** The cards of a row that can be traded. */
function openCards(seen: FiveAgesObservation, seat: number): string[] {
  const row = seen.table[seat];
  return [row?.left, row?.right].filter((card): card is string => !!card && card !== JOKER);
}

/** All swaps that may still be agreed on with a neighbour. */
function swapsWith(seen: FiveAgesObservation, side: Side): Offer[] {
  const other = neighbour(seen.seat, side, seen.table.length);
  if (seen.table[other]?.done) return [];
  const [own, theirs] = [openCards(seen, seen.seat), openCards(seen, other)];
  const swaps = own.flatMap((given) =>
    theirs.map((wanted): Offer => ({
      text: `offer ${given} for ${side}:${wanted}`,
      verb: 'offer',
      side,
      given,
      wanted,
    })),
  );
  if (own.length + theirs.length < 4) return swaps;
  return [...swaps, { text: `offer both for ${side}`, verb: 'offer_both', side }];
}

function trade(seen: FiveAgesObservation, naming: Naming): Proposal[] {
  const swaps = SIDES.flatMap((side) => swapsWith(seen, side));
  if (!swaps.length || seen.tick >= seen.ticks || seen.table[seen.seat]?.done) return [];
  return [
    {
      phase: 'trade',
      round: seen.round,
      when: 'asked',
      title: t('In the next steps of trading'),
      help: t(
        'Agree to these swaps, the most wanted first, if the neighbour offers them. Nobody sees which they are.',
      ),
      choices: swaps.map((swap) => ({
        text: swap.text,
        words: capital(offerWords(naming, seen.seat, swap)),
      })),
      otherwise: WORDS(),
      usual: PASS,
      end: [],
    },
  ];
}

/** What may be in the hand when the trade is over: one's own cards, then the neighbours'. */
function mayBuild(seen: FiveAgesObservation): string[] {
  const beside = SIDES.map((side) => neighbour(seen.seat, side, seen.table.length));
  const rows = [seen.seat, ...beside].flatMap((seat) => openCards(seen, seat));
  return [...new Set([...seen.hand, ...rows])];
}

function build(seen: FiveAgesObservation, naming: Naming): Proposal {
  const two = seen.to_place > 1;
  return {
    phase: 'build',
    round: seen.round,
    when: '',
    title: t('When the trade is over'),
    help: two
      ? t('Build the first two of these that you hold then, and swap nothing.')
      : t('Build the first of these that you hold then, and swap nothing.'),
    choices: mayBuild(seen).map((card) => ({
      text: `build ${card}`,
      words: capital(cardWords(naming.texts, card)),
    })),
    otherwise: [],
    usual: '',
    end: ['done'],
  };
}

function proposals(observed: Observation, naming: Naming): Proposal[] {
  const seen = asFiveAges(observed);
  if (seen.phase !== 'trade' || !seen.table[seen.seat]) return [];
  return [...trade(seen, naming), build(seen, naming)];
}

function wish(naming: Naming, seat: number, move: Move): string {
  if (move.verb === 'offer' || move.verb === 'offer_both') {
    return offerWords(naming, seat, move as Offer);
  }
  if (move.verb === 'build') return sign(String(move['card']));
  return WORDS().find(({ text }) => text === move.text)?.words ?? move.text;
}

function wishes(naming: Naming, seat: number, { wishes }: OrderView): string {
  const built = wishes.filter(({ verb }) => verb === 'build');
  const said = built.length ? built : wishes;
  return said
    .map((move) => wish(naming, seat, move))
    .reduce(
      (first, second) => (first ? t('{first}; else {second}', { first, second }) : second),
      '',
    );
}

export const orders: GameOrders = { proposals, wishes };
