import type { Observation, OrderView } from '../../generated/types';
import { t } from '../../language/words';
import { cardTitle, moveLabel, type Naming } from '../../match/captions';
import type { Beside, Choice, GameOrders, Proposal } from '../../match/orders';
import { cardsOf, KINDS, typeOf, type CardRow, type Cards } from './cards';
import { asCiv, type CivSeen, type PlotSeen } from './known';

const EVERY_ROUND = 0;
/** As many wishes as an order takes. */
const MOST = 30;

/** The names of the table's cards of which this holds. */
function names(cards: Cards, holds: (row: CardRow) => boolean): string[] {
  return [...cards.values()].filter(holds).map(({ name }) => name);
}

/** The cards with this effect. */
function cardsThat(cards: Cards, effect: string): string[] {
  return names(cards, ({ effects }) => effects.some(([name]) => name === effect));
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

const isBuilding = (cards: Cards) => (card: string) => typeOf(cards, card) === 'building';

/** Buildings that stand, plot by plot: of these kinds. */
function buildings(
  cards: Cards,
  naming: Naming,
  plots: PlotSeen[],
  kinds = [...cards.keys()],
): Choice[] {
  const standing = plots.flatMap(({ structures }, at) =>
    kinds
      .filter(isBuilding(cards))
      .filter((card) => structures.includes(card))
      .map((card): Choice => {
        const plot = (at + 1).toString();
        const words = t('{card}, plot {plot}', { card: cardTitle(naming.texts, card), plot });
        return { text: `raze ${plot} ${card}`, words };
      }),
  );
  return standing.slice(0, MOST);
}

/** The buildings of plots that have more than one: there one may have to go. */
function crowded(cards: Cards, naming: Naming, plots: PlotSeen[]): Choice[] {
  const few = plots.map((plot) => {
    const different = new Set(plot.structures.filter(isBuilding(cards)));
    return different.size > 1 ? plot : { ...plot, structures: [] };
  });
  return buildings(cards, naming, few);
}

/** What walls do: one of them may be taken away, and they send a unit back. */
function walls(cards: Cards, naming: Naming, plots: PlotSeen[]): Proposal[] {
  const breachable = buildings(cards, naming, plots, cardsThat(cards, 'wall'));
  const repelling = cardsThat(cards, 'bounce');
  const repels = plots.some(({ structures }) => structures.some((one) => repelling.includes(one)));
  const attackers = names(cards, ({ type, attacks }) => type === 'unit' && attacks);
  const units = attackers.map((card): Choice => ({
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
function proposals(observed: Observation, naming: Naming, { options }: Beside): Proposal[] {
  const seen: CivSeen = asCiv(observed);
  const mine = seen.table[seen.seat];
  if (!mine || seen.phase === 'over' || seen.round === 0) return [];
  const { texts } = naming;
  const cards = cardsOf(options);
  const blockers = names(cards, ({ type, blocks }) => type === 'unit' && blocks.length > 0);
  const held = blockers.filter((card) => mine.known.includes(card));
  const units = held.map((card): Choice => ({
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
    ...walls(cards, naming, plots),
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
      buildings(cards, naming, mine.plots),
    ),
    ...question(
      'vacate',
      t('When a plot has more structures than it may have'),
      t('The first of these that stands there goes back to my hand.'),
      crowded(cards, naming, plots),
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
