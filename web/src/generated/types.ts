// What travels between the server and the page (docs/protocol.md).

/** A move with its parts: the page never takes its text apart. */
export interface Move {
  text: string;
  verb?: string;
  [part: string]: unknown;
}

/** An event as one seat heard it; a part that it may not know is null. */
export interface GameEvent {
  event: string;
  [part: string]: unknown;
}

/** All that one seat may know; the game's own fields come on top. */
export interface Observation {
  seat: number;
  phase: string;
  asked: number[];
  answer: string[];
  legal: string[];
  [field: string]: unknown;
}

export interface SeatSeen {
  resources: number;
  basics: string[];
  leaders: number;
  known: string[];
  pile: string[];
  played: string;
  previous: string;
  bid: number;
  wonders: string[];
  halves: number;
}

export interface FiveXObservation extends Observation {
  round: number;
  rounds: number;
  table: SeatSeen[];
  stack: string[];
  removed: string[];
  passed: string;
  received: string;
  aside: number;
}

export interface Wonder {
  letter: string;
  name: string;
  halves: number;
  bonus: number;
}

export type SeatKind = 'open' | 'person' | 'bot' | 'closed';
export type SeatStatus = 'thinking' | 'locked' | 'waiting' | 'away' | 'ready';

export interface SeatView {
  seat: number;
  kind: SeatKind;
  name: string | null;
  level: string | null;
  status: SeatStatus;
  host: boolean;
}

export type TableState = 'lobby' | 'playing' | 'finished';

export interface TableView {
  table: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  changed: Record<string, unknown>;
  state: TableState;
  match: number;
  seats: SeatView[];
  you: number | null;
  host: boolean;
  seed_hash: string | null;
  seed: string | null;
  link: string;
}

export interface WaitingTable {
  table: string;
  game: string;
  title: string;
  host: string;
  open: number;
  seats: number;
}

export interface OptionAbout {
  name: string;
  kind: string;
  help: string;
  clause: string;
  default: unknown;
  choices: string[];
  advanced: boolean;
}

export interface VariantAbout {
  name: string;
  help: string;
  options: Record<string, unknown>;
}

export interface GameAbout {
  name: string;
  title: string;
  summary: string;
  seats: number[];
  minutes: number;
  levels: string[];
  options: OptionAbout[];
  variants: VariantAbout[];
}

export interface CardText {
  title: string;
  people: string;
  action: string;
  effect: string;
  clause: string;
}

export interface RulesSection {
  name: string;
  title: string;
  text: string;
}

/** The words of one game; whatever is missing is called by its bare name. */
export interface Texts {
  name?: string;
  labels?: Record<string, string>;
  letters?: Record<string, string>;
  phases?: Record<string, { title: string; ask: string }>;
  moves?: Record<string, string>;
  events?: Record<string, string>;
  steps?: Record<string, { title: string; events: string[] }>;
  sources?: Record<string, string>;
  levels?: Record<string, string>;
  cards?: Record<string, Partial<CardText>>;
  options?: Record<string, { title?: string; choices?: Record<string, string> }>;
  variants?: Record<string, { title: string }>;
  rules?: RulesSection[];
}

/** What a seat may see after a change. */
export interface Update {
  type: 'update';
  match: number;
  set: number;
  from: number;
  events: GameEvent[];
  seen: Observation;
  legal: Move[];
  answer: string[];
  obvious: string | null;
  why: Record<string, string>;
  scores: number[];
  places: number[] | null;
}

export interface Refusal {
  type: 'refused';
  code: string;
  message: string;
  id: string | null;
}

export type ServerMessage =
  { type: 'table'; table: TableView } | Update | Refusal | { type: 'pong' };

export type ClientMessage =
  | { type: 'hello'; token: string | null; since: number; match: number }
  | { type: 'play'; match: number; set: number; moves: string[]; id: string }
  | { type: 'take_back'; match: number; set: number; id: string }
  | { type: 'ping' };

export interface SeatPlan {
  kind: 'you' | 'open' | 'bot' | 'closed';
  level?: string;
}

export interface Seating {
  table: string;
  token: string;
  seat: number;
}

export interface ReplayStep {
  set: number;
  events: GameEvent[];
  seen: Observation;
  legal: Move[];
  answers: Record<string, string[]>;
}

export interface Replay {
  game: string;
  options: Record<string, unknown>;
  seats: string[];
  steps: ReplayStep[];
}
