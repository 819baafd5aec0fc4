import type { GameEvent, Move, Observation, TableView } from '../generated/types';
import type { RefusedMove } from '../match/answer';
import type { Sealing } from '../match/answer';
import type { Naming } from '../match/captions';
import type { Standing } from '../match/standings';

/** What every board is given: what is known, and a way to answer. */
export interface BoardProps {
  table: TableView;
  naming: Naming;
  /** The truth: what is to be answered. */
  seen: Observation;
  /** What is on show, and the events that unfold on top of it. */
  shown: Observation;
  unfolding: GameEvent[];
  /** All events heard and shown so far. */
  told: GameEvent[];
  legal: Move[];
  /** What may not be answered now. */
  why: RefusedMove[];
  /** All steps of the sealed answer, even while they are on their way. */
  locked: string[];
  /** The same with their parts; what is on its way may have none. */
  steps: Move[];
  /** How far that is; while it is open, `legal` has its next steps. */
  sealing: Sealing;
  asked: boolean;
  /** The answer that the server gives by itself. */
  obvious: string | null;
  /** Steps that may well be added to the answer; none where hints are off. */
  suggested: Move[];
  places: number[] | null;
  scores: number[];
  /** By seat, where the points come from that `shown` has; empty: it is not said. */
  sources: Record<string, number>[];
  /** What the game worked out for this seat from what `shown` has, by name. */
  notes: Record<string, unknown>;
  /** The same from what `seen` has: what answers go by, whatever is on show. */
  outlook: Record<string, unknown>;
  /** What seats say now, by seat; none where nobody says anything. */
  said: Record<number, string>;
  /** A look back: nothing can be answered. */
  past: boolean;
  /** One step: seals it, goes on with an answer of several, or takes back one that is sealed. */
  tap(move: string): void;
  /** Seals a whole answer at once, in place of what was sealed before; none: takes it back. */
  answer(moves: string[]): void;
  skip(): void;
  /** Shows again what has happened from this event on; null: not here. */
  again: ((from: number) => void) | null;
  showing: boolean;
}

/** What a ranking of a game's own is given. */
export interface StandingsProps {
  /** From first to last. */
  rows: Standing[];
  naming: Naming;
  seen: Observation;
  /** What the game worked out when the match was over. */
  notes: Record<string, unknown>;
  /** The reader's seat. */
  mine: number | null;
}
