import type {
  FiveXObservation,
  GameEvent,
  Observation,
  SeatSeen,
  Texts,
  Wonder,
} from '../../generated/types';

/** The five actions in the order of their steps; leaders count as one of them. */
export const ACTIONS = ['exploit', 'exterminate', 'expand', 'explore', 'excavate'];

export function asFiveX(seen: Observation): FiveXObservation {
  return seen as FiveXObservation;
}

export function actionOf(texts: Texts, card: string): string {
  return texts.cards?.[card]?.action ?? (ACTIONS.includes(card) ? card : '');
}

export function isLeader(card: string): boolean {
  return card !== '' && !ACTIONS.includes(card);
}

/** Basics first in the order of their steps, then leaders, so that keys 1 to 7 keep their sense. */
export function handOf(seat: SeatSeen): string[] {
  return [...ACTIONS.filter((card) => seat.basics.includes(card)), ...seat.known];
}

export function wondersOf(options: Record<string, unknown>): Wonder[] {
  const table = options['wonder_table'];
  return Array.isArray(table) ? (table as Wonder[]) : [];
}

/** A seat as it looks while events unfold: a drawing, corrected by the next observation. */
export interface SeatDrawn {
  resources: number;
  /** What the events on show have changed so far. */
  delta: number;
  played: string;
  bid: number;
  immune: boolean;
  won: boolean;
}

const gains: Record<string, number> = { exploited: 1, explored: 1, granted: 1, bonus: 1 };
const costs: Record<string, number> = { won: -1, lost: -1, built: -1 };

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The seats of an observation with some more events on top. */
export function drawSeats(seen: FiveXObservation, events: GameEvent[]): SeatDrawn[] {
  const drawn = seen.table.map((seat) => ({
    resources: seat.resources,
    delta: 0,
    played: seat.played,
    bid: seat.bid,
    immune: false,
    won: false,
  }));
  const change = (seat: unknown, amount: number): void => {
    const one = drawn[number(seat)];
    if (!one) return;
    one.resources += amount;
    one.delta += amount;
  };
  for (const event of events) {
    const one = drawn[number(event['seat'])];
    const sign = gains[event.event] ?? costs[event.event];
    if (sign) change(event['seat'], sign * number(event['amount']));
    if (event.event === 'hit') {
      change(event['seat'], 1);
      if (!event['supply']) change(event['target'], -1);
    }
    if (event.event === 'round') {
      for (const each of drawn) Object.assign(each, { played: '', bid: 0, delta: 0, won: false });
    }
    if (!one) continue;
    if (event.event === 'revealed') one.played = String(event['card'] ?? '');
    if (event.event === 'bid') one.bid = number(event['amount']);
    if (event.event === 'immune') one.immune = true;
    if (event.event === 'won' || event.event === 'built') one.won = true;
  }
  return drawn;
}

/** Where a round's own events begin: what the ladder shows and the replay arrow plays. */
export function ladderStart(events: GameEvent[]): number {
  const revealed = events.findLastIndex((event) => event.event === 'revealed');
  if (revealed < 0) return events.length;
  const round = events.findLastIndex((event, at) => at < revealed && event.event === 'round');
  return round + 1;
}

/** The number of the round on the ladder; 0 before the first reveal. */
export function roundOf(events: GameEvent[]): number {
  const start = ladderStart(events);
  return start < events.length ? number(events[start - 1]?.['round']) : 0;
}

/** The Wonder of the round, which nobody may have built yet. */
export function currentWonder(seen: FiveXObservation, told: GameEvent[]): string {
  const round = told.findLast((event) => event.event === 'round');
  return String(round?.['wonder'] ?? seen.stack[0] ?? '');
}

export interface Column {
  step: string;
  /** Who plays a card of this step. */
  played: { seat: number; card: string }[];
  events: GameEvent[];
}

const STEP: Record<string, string> = {
  exploited: 'exploit',
  hit: 'exterminate',
  immune: 'exterminate',
  shut_out: 'expand',
  bid: 'expand',
  won: 'expand',
  tied: 'expand',
  lost: 'expand',
  explored: 'explore',
  took: 'excavate',
  fetched: 'excavate',
  granted: 'excavate',
  bonus: 'cleanup',
  removed: 'cleanup',
};

/** The round on the ladder, a column a step. */
export function ladder(texts: Texts, events: GameEvent[]): Column[] {
  const columns = [...ACTIONS, 'cleanup'].map((step): Column => ({ step, played: [], events: [] }));
  const played = new Map<unknown, string>();
  for (const event of events.slice(ladderStart(events))) {
    if (event.event === 'revealed') {
      const card = String(event['card']);
      played.set(event['seat'], card);
      columns
        .find((column) => column.step === actionOf(texts, card))
        ?.played.push({ seat: number(event['seat']), card });
    }
    const own = event.event === 'built' || event.event === 'declined';
    const step = own ? actionOf(texts, played.get(event['seat']) ?? '') : STEP[event.event];
    columns.find((column) => column.step === step)?.events.push(event);
  }
  return columns;
}

/** Halves of points by where they come from. */
export function sources(seat: SeatSeen, wonders: Wonder[]): { wonders: number; resources: number } {
  const worth = (letter: string): number =>
    wonders.find((wonder) => wonder.letter === letter)?.halves ?? 0;
  const built = seat.wonders.reduce((sum, letter) => sum + worth(letter), 0);
  return { wonders: built, resources: seat.halves - built };
}
