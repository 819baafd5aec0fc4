import type {
  FiveXObservation,
  GameEvent,
  Observation,
  SeatSeen,
  Texts,
  Wonder,
} from '../../generated/types';
import { stepOf } from '../../match/captions';
import { rowName } from '../../match/naming';

export const EXCAVATE = 'excavate';
/** The five actions in the order of their steps; leaders count as one of them. */
export const ACTIONS = ['exploit', 'exterminate', 'expand', 'explore', EXCAVATE];

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

export function wondersOf(options: Record<string, unknown>, texts: Texts): Wonder[] {
  const table = options['wonder_table'];
  if (!Array.isArray(table)) return [];
  return (table as Wonder[]).map((row) => {
    const name = `wonder_${row.letter.toLowerCase()}`;
    const { [name]: points, [`${name}_bonus`]: bonus } = options;
    const isRow = row.source === 'patched' || points === undefined;
    const called = { ...row, name: rowName(texts, row.name) };
    return isRow ? called : { ...called, halves: 2 * Number(points), bonus: Number(bonus) };
  });
}

/** A seat as it looks while events unfold: a drawing, corrected by the next observation. */
export interface SeatDrawn {
  resources: number;
  played: string;
  bid: number;
  immune: boolean;
  won: boolean;
}

/** Of the amounts that events carry, the sign: how large they are was settled by the rules. */
const gains: Record<string, number> = { exploited: 1, explored: 1, granted: 1, bonus: 1 };
const costs: Record<string, number> = { won: -1, lost: -1, built: -1 };

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** What each seat has gained or lost by these events. */
export function changes(events: GameEvent[], seats: number): number[] {
  const sums = Array.from({ length: seats }, () => 0);
  const change = (seat: unknown, amount: number): void => {
    sums[number(seat)] = (sums[number(seat)] ?? 0) + amount;
  };
  for (const event of events) {
    const sign = gains[event.event] ?? costs[event.event];
    if (sign) change(event['seat'], sign * number(event['amount']));
    // One is taken by each hit that is told.
    if (event.event === 'hit') {
      change(event['seat'], 1);
      if (!event['supply']) change(event['target'], -1);
    }
  }
  return sums;
}

/** The seats of an observation with some more events on top. */
export function drawSeats(seen: FiveXObservation, events: GameEvent[]): SeatDrawn[] {
  const drawn = seen.table.map((seat) => ({
    resources: seat.resources,
    played: seat.played,
    bid: seat.bid,
    immune: false,
    won: false,
  }));
  changes(events, seen.table.length).forEach((change, seat) => {
    const one = drawn[seat];
    if (one) one.resources += change;
  });
  for (const event of events) {
    const one = drawn[number(event['seat'])];
    if (event.event === 'round') {
      for (const each of drawn) Object.assign(each, { played: '', bid: 0, won: false });
    }
    if (!one) continue;
    if (event.event === 'revealed') one.played = String(event['card'] ?? '');
    if (event.event === 'bid') one.bid = number(event['amount']);
    if (event.event === 'immune') one.immune = true;
    if (event.event === 'won' || event.event === 'built') one.won = true;
  }
  return drawn;
}

/** Where a round's own events begin: what the ladder shows and the replay arrow plays. While some
 * of `seats` have yet to reveal, the round before stays in sight: the cards are on the table. */
export function ladderStart(events: GameEvent[], seats: number): number {
  const rounds = events.flatMap((event, at) => (event.event === 'round' ? [at] : [])).reverse();
  for (const round of [...rounds, -1]) {
    const own = events.slice(round + 1).filter((event) => event.event === 'revealed');
    const before = events.slice(0, round + 1).some((event) => event.event === 'revealed');
    if (own.length && (own.length >= seats || !before)) return round + 1;
  }
  return events.length;
}

/** The number of the round on the ladder; 0 before the first reveal. */
export function roundOf(events: GameEvent[], seats: number): number {
  const start = ladderStart(events, seats);
  return start < events.length ? number(events[start - 1]?.['round']) : 0;
}

/** The events of the round on the ladder, without a later round that has only begun. */
export function roundEvents(events: GameEvent[], seats: number): GameEvent[] {
  const own = events.slice(ladderStart(events, seats));
  const next = own.findIndex((event) => event.event === 'round');
  return next < 0 ? own : own.slice(0, next);
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

/** Under this step of the texts stand the leaders that build, in whatever step they are played. */
const LEADERS_BUILD = 'build';

/** The round on the ladder, a column a step; what the table shows well enough is for the log. */
export function ladder(texts: Texts, events: GameEvent[], seats: number): Column[] {
  const columns = [...ACTIONS, 'cleanup'].map((step): Column => ({ step, played: [], events: [] }));
  const played = new Map<unknown, string>();
  const quiet = texts.ladder?.['quiet'] ?? [];
  for (const event of roundEvents(events, seats)) {
    if (event.event === 'revealed') {
      const card = String(event['card']);
      played.set(event['seat'], card);
      columns
        .find((column) => column.step === actionOf(texts, card))
        ?.played.push({ seat: number(event['seat']), card });
    }
    if (quiet.includes(event.event)) continue;
    const told = stepOf(texts, event);
    const own = actionOf(texts, played.get(event['seat']) ?? '');
    const step = told === LEADERS_BUILD ? own : told;
    columns.find((column) => column.step === step)?.events.push(event);
  }
  return columns;
}
