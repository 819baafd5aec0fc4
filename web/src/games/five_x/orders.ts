import type { FiveXObservation, Observation, OrderView } from '../../generated/types';
import { t } from '../../language/words';
import { cardTitle, moveLabel, wonderTitle, type Naming } from '../../match/captions';
import type { Beside, Choice, GameOrders, Proposal } from '../../match/orders';
import { actionOf, ACTIONS, asFiveX, EXCAVATE, isLeader } from './view';

/** How many others bid. */
const CROWDS = (): [string, string][] => [
  ['alone', t('If nobody else bids')],
  ['one', t('If one other bids')],
  ['more', t('If two or more others bid')],
];

function proposal(
  round: number,
  phase: string,
  title: string,
  help: string,
  choices: Choice[],
): Proposal[] {
  return choices.length
    ? [{ phase, round, when: '', title, help, choices, otherwise: [], usual: '', end: [] }]
    : [];
}

function bids(round: number, resources: number): Proposal[] {
  const choices = Array.from({ length: resources }, (_, at): Choice => {
    const amount = (at + 1).toString();
    return { text: `bid ${amount}`, words: amount };
  });
  const help = t('The first of these bids that you can pay, and may make, then.');
  return CROWDS().flatMap(([when, title]) =>
    proposal(round, 'bid', title, help, choices).map((one) => ({ ...one, when })),
  );
}

function digs(seen: FiveXObservation, naming: Naming, card: string): Proposal[] {
  const { texts } = naming;
  const pile = seen.table[seen.seat]?.pile ?? [];
  const choices = ACTIONS.filter((basic) => basic !== EXCAVATE && pile.includes(basic)).map(
    (basic): Choice => ({ text: `take ${basic}`, words: cardTitle(texts, basic) }),
  );
  if (card === 'caesar') {
    const leaders = seen.table.flatMap((seat) => seat.pile.filter(isLeader));
    choices.push(...leaders.map((one) => ({ text: `fetch ${one}`, words: cardTitle(texts, one) })));
  }
  if (card === 'suleiman') {
    choices.push(
      ...seen.removed.map((letter) => ({
        text: `build ${letter}`,
        words: t('Pay and build {wonder}', { wonder: wonderTitle(naming, letter) }),
      })),
    );
  }
  const help = t('The first of these that can be taken or built then.');
  return proposal(seen.round, 'dig', t('When you excavate'), help, choices);
}

/** What follows from the card that one has chosen for the round. */
function proposals(observed: Observation, naming: Naming, { steps }: Beside): Proposal[] {
  const seen = asFiveX(observed);
  const mine = seen.table[seen.seat];
  const [step] = steps;
  const card = mine?.played || (step?.verb === 'play' ? String(step['card']) : '');
  if (seen.phase !== 'select' || !mine || !card) return [];
  const action = actionOf(naming.texts, card);
  if (action === 'expand') return bids(seen.round, mine.resources);
  if (action === EXCAVATE) return digs(seen, naming, card);
  if (card !== 'dido' || !seen.stack[0]) return [];
  const words = t('Pay and build {wonder}', { wonder: wonderTitle(naming, seen.stack[0]) });
  return proposal(seen.round, 'dido', t('If nobody expands'), t('What Dido does then.'), [
    { text: `build ${seen.stack[0]}`, words },
    { text: 'decline', words: t('Build nothing') },
  ]);
}

function wishes(naming: Naming, _: number, { wishes }: OrderView): string {
  return wishes
    .map((move) => moveLabel(naming, move))
    .reduce(
      (first, second) => (first ? t('{first}; else {second}', { first, second }) : second),
      '',
    );
}

export const orders: GameOrders = { proposals, wishes };
