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
const ATTACKERS = PRINTED.filter(({ type, attacks }) => type === 'unit' && attacks).map(
  ({ name }) => name,
);
const BUILDINGS = PRINTED.filter(({ type }) => type === 'building').map(({ name }) => name);

/** The cards with this effect. */
function cardsThat(effect: string): string[] {
  const has = PRINTED.filter(({ effects }) => effects.some(([name]) => name === effect));
  return has.map(({ name }) => name);
}

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

/** Buildings of these kinds that stand, plot by plot. */
function buildings(naming: Naming, plots: PlotSeen[], kinds = BUILDINGS): Choice[] {
  const standing = plots.flatMap(({ structures }, at) =>
    kinds
      .filter((card) => BUILDINGS.includes(card) && structures.includes(card))
      .map((card): Choice => {
        const plot = (at + 1).toString();
        const words = t('{card}, plot {plot}', { card: cardTitle(naming.texts, card), plot });
        return { text: `raze ${plot} ${card}`, words };
      }),
  );
  return standing.slice(0, MOST);
}

/** The buildings of plots that have more than one: there one may have to go. */
function crowded(naming: Naming, plots: PlotSeen[]): Choice[] {
  const few = plots.map((plot) => {
    const different = BUILDINGS.filter((card) => plot.structures.includes(card));
    return different.length > 1 ? plot : { ...plot, structures: [] };
  });
  return buildings(naming, few);
}

/** What walls do: one of them may be taken away, and they send a unit back. */
function walls(naming: Naming, plots: PlotSeen[]): Proposal[] {
  const breachable = buildings(naming, plots, cardsThat('wall'));
  const repelling = cardsThat('bounce');
  const repels = plots.some(({ structures }) => structures.some((one) => repelling.includes(one)));
  const units = ATTACKERS.map((card): Choice => ({
    text: `repel ${card}`,
    words: cardTitle(naming.texts, card),
  }));
  return [
    ...question(
      'breach',
      t('When my walls are breached'),
      t('The first of these goes back to my hand.'),
      breachable.length > 1 ? breachable : [],
    ),
    ...question(
      'repel',
      t('When my walls hold'),
      t('Send back the first of these units that attacks me.'),
      repels ? units.slice(0, MOST) : [],
    ),
  ];
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
    ...walls(naming, plots),
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
    ...question(
      'vacate',
      t('When a plot has more structures than it may have'),
      t('The first of these that stands there goes back to my hand.'),
      crowded(naming, plots),
    ),
    ...question(
      'receive',
      t('When I win population'),
      t('On the first of these plots that has room.'),
      onPlots(naming, 'settle', plots),
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
