import { PRINTED } from '../../generated/card_set';
import type { Observation, OrderView } from '../../generated/types';
import { t } from '../../language/words';
import { cardTitle, moveLabel, type Naming } from '../../match/captions';
import type { Choice, GameOrders, Proposal } from '../../match/orders';
import { KINDS } from './cards';
import { asCiv, type CivSeen, type PlotSeen } from './known';

const EVERY_ROUND = 0;
/** As many wishes as an order takes. */
const MOST = 30;
const BLOCKERS = PRINTED.filter(({ type, blocks }) => type === 'unit' && blocks.length).map(
  ({ name }) => name,
);
const BUILDINGS = PRINTED.filter(({ type }) => type === 'building').map(({ name }) => name);

function question(
  phase: string,
  title: string,
  help: string,
  choices: Choice[],
  otherwise: Choice[] = [],
): Proposal[] {
  const stands = { round: EVERY_ROUND, when: '', usual: '', end: [] };
  return choices.length || otherwise.length
    ? [{ phase, title, help, choices, otherwise, ...stands }]
    : [];
}

function onPlots(naming: Naming, verb: string, plots: PlotSeen[]): Choice[] {
  return plots.map(({ card }, at) => {
    const plot = (at + 1).toString();
    return { text: `${verb} ${plot}`, words: `${plot}: ${cardTitle(naming.texts, card)}` };
  });
}

function buildings(naming: Naming, plots: PlotSeen[]): Choice[] {
  const standing = plots.flatMap(({ structures }, at) =>
    BUILDINGS.filter((card) => structures.includes(card)).map((card): Choice => {
      const plot = (at + 1).toString();
      const words = t('{card}, plot {plot}', { card: cardTitle(naming.texts, card), plot });
      return { text: `raze ${plot} ${card}`, words };
    }),
  );
  return standing.slice(0, MOST);
}

/** All that may be asked of a seat in the turns of others, until it is withdrawn. */
function proposals(observed: Observation, naming: Naming): Proposal[] {
  const seen: CivSeen = asCiv(observed);
  const mine = seen.table[seen.seat];
  if (!mine || seen.phase === 'over' || seen.round === 0) return [];
  const { texts } = naming;
  const units = BLOCKERS.filter((card) => mine.known.includes(card)).map((card): Choice => ({
    text: `block ${card}`,
    words: cardTitle(texts, card),
  }));
  const plots = mine.plots.slice(0, MOST);
  const give = KINDS.map((kind): Choice => {
    const words = moveLabel(naming, { text: `give ${kind}`, verb: 'give', kind });
    return { text: `give ${kind}`, words };
  });
  return [
    ...question(
      'block',
      t('When I am attacked'),
      t('Block each attacker with the first of these that I hold and that can.'),
      units,
      [{ text: 'pass', words: t('I let it through') }],
    ),
    ...question(
      'yield',
      t('When I lose population'),
      t('From the first of these plots that has some.'),
      onPlots(naming, 'yield', plots),
    ),
    ...question(
      'raze',
      t('When I lose a building'),
      t('The first of these that I have then; a wonder is never lost.'),
      buildings(naming, mine.plots),
    ),
    ...question('surrender', t('When somebody takes from my stock'), '', give),
  ];
}

function wishes(naming: Naming, _: number, { wishes }: OrderView): string {
  return wishes
    .map((move) => moveLabel(naming, move))
    .reduce((one, other) => (one ? t('{one}; else {other}', { one, other }) : other), '');
}

export const orders: GameOrders = { proposals, wishes };
