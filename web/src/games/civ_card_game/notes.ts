/** What the game worked out for this seat (outlook.py), as the page reads it; any of it may be missing. */
export interface Wish {
  /** "buy Mining", "populate 2", "claim Forest", "build Library". */
  wish: string;
  /** Own plots where it may be, from 1, the best one first. */
  on?: number[];
  plots?: number[];
  /** now, now-with (trades or goods), later, short. */
  verdict: string;
  /** How many own Collects from now; -1: never. */
  turns: number;
  /** What is to be sealed, in order. */
  steps: string[];
  price?: number;
  /** So many more of this resource alone would do: food, hammers, coins. */
  short?: number[];
  /** Why not, in one word. */
  why?: string;
}

export interface Income {
  /** Of each resource, whatever is chosen. */
  fixed: number[];
  /** Bonuses that are chosen freely. */
  free: number;
}

export interface Prices {
  /** By own plot. */
  population: number[];
  plot: number;
  techs: Record<string, number>;
  structures: Record<string, number>;
}

/** Who can stop a unit, and how many of them are certainly not in other hands. */
export interface Blocker {
  card: string;
  copies: number;
  seen: number;
}

export interface Notes {
  income?: Income[];
  prices?: Prices;
  rivals?: { population: number[]; plot: number }[];
  sites?: Record<string, number[]>;
  wishes?: Wish[];
  splits?: number[];
  payment?: Record<string, number[]>;
  blockers?: Record<string, Blocker[]>;
  cheapest_block?: string[];
  discards?: string[];
  losses?: string[];
  sources_of?: Record<string, string>;
  /** Whom nobody can catch any more. */
  decided?: number | null;
}

export function asNotes(notes: Record<string, unknown>): Notes {
  return notes as Notes;
}

export function wishOf(notes: Notes, wish: string): Wish | undefined {
  return notes.wishes?.find((one) => one.wish === wish);
}

/** Can it be had in this answer? */
export function ready(wish: Wish | undefined): boolean {
  return wish?.verdict === 'now' || wish?.verdict === 'now-with';
}

export function sitesOf(wish: Wish | undefined): number[] {
  return wish?.plots ?? wish?.on ?? [];
}
