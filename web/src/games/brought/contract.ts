/**
 * What a board that a package brings for its game exports, what it is given, and what it may ask of
 * the page. This file needs no other: copy it beside your board.
 */

/** What the module exports, under the name `mount`: draw into an empty element of the page. */
export type Mount = (target: HTMLElement, host: Host) => Board;

export interface Board {
  /** Called at once, and again after every change. */
  update(view: View): void;
  /** Stop whatever runs; the page takes the element away. */
  destroy(): void;
}

/** What a board may do, and the words of the game: see `texts/core.en.toml` for their sections. */
export interface Host {
  /**
   * One step of an answer, out of `View.legal`: seals it, or goes on with an answer of several
   * steps. A sealed step once more takes it back, with those after it.
   */
  tap(move: string): void;
  /** Seals a complete answer in place of what was sealed before; none: takes it back. */
  answer(moves: string[]): void;
  /** Show at once what is still to be shown. */
  skip(): void;
  /** A move as its button says it: "Play the seven of hearts". */
  move(move: Move): string;
  /** An event as a sentence: "Bo takes the trick". */
  caption(event: GameEvent): string;
  /** A card by name. */
  card(name: string): string;
  /** One of `[labels]`. */
  label(name: string): string;
}

/** All that one seat knows, at one moment. */
export interface View {
  /** Your seat; null for who watches. */
  seat: number | null;
  /** By seat; your own is "You", in the language of the page. */
  players: Player[];
  /** What the seat knows now, as the game's `observe` wrote it down. */
  seen: Observation;
  /** What it knew before the events of `unfolding`; when all of them are shown, `seen`. */
  shown: Observation;
  /** Events that are shown one after the other; none when all is settled. */
  unfolding: GameEvent[];
  /** All events of the match that the seat heard and that have been shown. */
  events: GameEvent[];
  /** Is this seat asked? Then `legal` has what it may answer. */
  asked: boolean;
  /** The next steps; of a complete answer, what may be sealed in its place. */
  legal: Move[];
  /** Moves that people may expect, and why they are refused now. */
  refused: RefusedMove[];
  /** The steps of your answer, even while they are on their way. */
  sealed: Move[];
  /** Is that the complete answer? */
  complete: boolean;
  /** What the page would say now: the question, whom the table waits for, what is sealed. */
  prompt: string;
  /** By seat, as far as the seat may know. */
  scores: number[];
  /** By seat, when the match is over. */
  places: number[] | null;
  /** What `Game.notes` worked out, by name. */
  notes: Record<string, unknown>;
  /** A look back: nothing can be answered. */
  past: boolean;
}

export interface Player {
  name: string;
  status: 'thinking' | 'locked' | 'waiting' | 'away' | 'ready';
}

/** The game's own fields come on top. */
export interface Observation {
  seat: number;
  phase: string;
  [field: string]: unknown;
}

/** The text is what is sent; the parts are for drawing. */
export interface Move {
  text: string;
  verb?: string;
  [part: string]: unknown;
}

/** A part that the seat may not know is null. */
export interface GameEvent {
  event: string;
  [part: string]: unknown;
}

export interface RefusedMove {
  move: Move;
  why: string;
}
