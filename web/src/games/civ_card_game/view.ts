import type { GameEvent } from '../../generated/types';
import { KINDS, type Cards } from './cards';
import type { CivSeen, SeatSeen, UnitSeen } from './known';

/** The table as it looks while events unfold: a drawing, corrected by the next observation. */
export interface Drawing {
  round: number;
  turn: number;
  seats: SeatSeen[];
  marketPlots: string[];
  marketTechs: string[];
  plotDeck: number;
  techDeck: number;
  deck: number;
  revealed: string[];
  units: UnitDrawn[];
  culture: number[];
  happiness: number[];
  /** By seat, what it has just collected or gained, by resource. */
  gains: number[][];
  worth: Worth;
  /** The plot, by seat, that something has just happened to; from 1. */
  lit: [number, number] | null;
}

/** Points of a population, a technology, a wonder. */
export type Worth = readonly [number, number, number];

export interface UnitDrawn extends UnitSeen {
  /** Who sent it. */
  seat: number;
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What is seen, with some more events on top. `mine`: a seat that is shown as it is already. */
export function draw(
  cards: Cards,
  seen: CivSeen,
  events: GameEvent[],
  truth: CivSeen | null,
  worth: Worth = [1, 1, 1],
): Drawing {
  const drawing: Drawing = {
    round: seen.round,
    turn: seen.turn,
    seats: seen.table.map(copy),
    marketPlots: [...seen.market_plots],
    marketTechs: [...seen.market_techs],
    plotDeck: seen.plot_deck,
    techDeck: seen.tech_deck,
    deck: seen.deck,
    revealed: [...seen.revealed],
    units: seen.units.map((unit) => ({ ...unit, seat: seen.turn })),
    culture: seen.highest_culture,
    happiness: seen.highest_happiness,
    gains: seen.table.map(() => [0, 0, 0]),
    worth,
    lit: null,
  };
  for (const event of events) happen(cards, drawing, event);
  // What one has done oneself one has seen already.
  const own = truth?.table[truth.seat];
  if (own && events.length) drawing.seats[seen.seat] = copy(own);
  return drawing;
}

function copy(seat: SeatSeen): SeatSeen {
  return {
    ...seat,
    plots: seat.plots.map((plot) => ({ ...plot, structures: [...plot.structures] })),
    stock: [...seat.stock],
    techs: [...seat.techs],
  };
}

function pay(seat: SeatSeen, kind: number, amount: number): void {
  seat.stock[kind] = Math.max(0, (seat.stock[kind] ?? 0) + amount);
}

function kindAt(value: unknown): number {
  return KINDS.findIndex((kind) => kind === value);
}

function dropped(list: string[], name: string): string[] {
  const at = list.indexOf(name);
  return at < 0 ? list : [...list.slice(0, at), ...list.slice(at + 1)];
}

/** What an event does to the drawing. */
function happen(cards: Cards, drawing: Drawing, event: GameEvent): void {
  const { event: name } = event;
  const at = number(event['seat']);
  const one = drawing.seats[at];
  const card = text(event['card']);
  const plotNumber = number(event['plot']);
  const kind = kindAt(event['kind']);
  drawing.lit = one && plotNumber ? [at, plotNumber] : null;
  if (!['collected', 'gained'].includes(name)) drawing.gains = drawing.seats.map(() => [0, 0, 0]);
  if (name === 'round') drawing.round = number(event['round']);
  else if (name === 'turn') drawing.turn = at;
  else if (name === 'market_plot') {
    drawing.marketPlots.push(card);
    drawing.plotDeck -= 1;
  } else if (name === 'market_tech') {
    drawing.marketTechs.push(card);
    drawing.techDeck -= 1;
  } else if (name === 'faded') drawing.marketTechs = dropped(drawing.marketTechs, card);
  else if (name === 'revealed') {
    drawing.revealed.push(card);
    drawing.plotDeck -= 1;
  } else if (name === 'highest_culture') drawing.culture = [...drawing.culture, at];
  else if (name === 'culture_lost') drawing.culture = drawing.culture.filter((seat) => seat !== at);
  else if (name === 'highest_happiness') drawing.happiness = [...drawing.happiness, at];
  else if (name === 'happiness_lost') {
    drawing.happiness = drawing.happiness.filter((seat) => seat !== at);
  } else if (one) happenTo(cards, drawing, one, event, { at, card, plotNumber, kind });
}

interface Where {
  at: number;
  card: string;
  plotNumber: number;
  kind: number;
}

function happenTo(
  cards: Cards,
  drawing: Drawing,
  one: SeatSeen,
  event: GameEvent,
  { at, card, plotNumber, kind }: Where,
): void {
  const { event: name } = event;
  const plot = one.plots[plotNumber - 1];
  const amount = number(event['amount']);
  const price = number(event['price']);
  const target = drawing.seats[number(event['target'])];
  if (name === 'collected' || name === 'gained') {
    pay(one, kind, amount);
    const gains = drawing.gains[at];
    if (gains && kind >= 0) gains[kind] = (gains[kind] ?? 0) + amount;
  } else if (name === 'played') {
    one.hand -= 1;
    KINDS.forEach((letter, place) => pay(one, place, cards.get(card)?.[letter] ?? 0));
  } else if (name === 'banked' || name === 'spoiled') pay(one, kind, -amount);
  else if (name === 'exchanged') pay(one, kind, 1);
  else if (name === 'populated' || name === 'grew' || name === 'founded' || name === 'resettled') {
    if (name === 'populated') pay(one, 0, -price);
    peopled(drawing, one, plotNumber, 1);
  } else if (name === 'robbed') {
    if (target) peopled(drawing, target, plotNumber, -1);
    drawing.lit = [number(event['target']), plotNumber];
  } else if (name === 'took_plot' || name === 'dealt_plot' || name === 'claimed') {
    if (name === 'took_plot') drawing.revealed = dropped(drawing.revealed, card);
    if (name === 'dealt_plot') drawing.plotDeck -= 1;
    if (name === 'claimed') drawing.marketPlots = dropped(drawing.marketPlots, card);
    one.plots.push({ card, population: 0, structures: [], places: 1 });
  } else if (name === 'bought') {
    pay(one, 2, -price);
    drawing.marketTechs = dropped(drawing.marketTechs, card);
    one.techs.push(card);
    one.points += drawing.worth[1];
  } else if (name === 'built') {
    plot?.structures.push(card);
    one.hand -= 1;
    if (cards.get(card)?.type === 'wonder') one.points += drawing.worth[2];
  } else if (name === 'paid') pay(one, 1, -price);
  else if (name === 'dealt' || name === 'drew') {
    one.hand += 1;
    drawing.deck -= 1;
  } else if (name === 'discarded') one.hand -= 1;
  else if (name === 'stole_card') {
    one.hand += 1;
    if (target) target.hand -= 1;
  } else if (name === 'stole') {
    pay(one, kind, 1);
    if (target) pay(target, kind, -1);
  } else if (['razed', 'vacated', 'demolished', 'breached'].includes(name)) {
    if (plot) plot.structures = dropped(plot.structures, card);
    if (name !== 'demolished') one.hand += 1;
  } else fight(drawing, one, event, at, card);
}

/** What happens in the combat area. */
function fight(drawing: Drawing, one: SeatSeen, event: GameEvent, at: number, card: string): void {
  const { event: name } = event;
  const target = number(event['target']);
  const attacker = text(event['attacker']);
  const meets = (unit: UnitDrawn): boolean => unit.card === attacker && unit.target === at;
  if (name === 'attacked') {
    one.hand -= 1;
    drawing.units.push({ card, target, blocker: '', state: 'attacking', seat: at });
  } else if (name === 'repelled') {
    const place = drawing.units.findIndex((unit) => unit.card === card);
    const [unit] = place < 0 ? [] : drawing.units.splice(place, 1);
    const home = drawing.seats[target];
    if (unit && home) home.hand += 1;
  } else if (name === 'blocked') {
    one.hand -= 1;
    const unit = drawing.units.find((found) => meets(found) && found.state === 'attacking');
    if (unit) Object.assign(unit, { blocker: card, state: 'blocked' });
  } else if (name === 'unblocked') {
    const unit = drawing.units.find((found) => meets(found) && found.state === 'attacking');
    if (unit) unit.state = 'unblocked';
  } else if (name === 'retreated') {
    const place = drawing.units.findIndex((unit) => unit.card === card);
    if (place >= 0) drawing.units.splice(place, 1);
  }
}

function peopled(drawing: Drawing, seat: SeatSeen, plotNumber: number, by: number): void {
  const plot = seat.plots[plotNumber - 1];
  if (!plot) return;
  plot.population += by;
  seat.population += by;
  seat.points += by * drawing.worth[0];
}

/** Seats with one's own first, then in order of the table. */
export function ownFirst(seats: number, me: number): number[] {
  const start = me < 0 ? 0 : me;
  return Array.from({ length: seats }, (_, at) => (start + at) % seats);
}
