import type { Bag } from './kinds';

/** What the game worked out for this seat (outlook.py), as the page reads it; any of it may be missing. */
export interface Parts {
  natural: number;
  sea: number;
  disaster: number;
  leader: number;
}

export interface PlannedMeld extends Parts {
  attribute: string;
}

/** What the hand offers for the next meld. */
export interface MeldNote {
  least: number;
  /** Cards that each further one needs more. */
  grows: number;
  /** How many natural cards it needs. */
  natural: number;
  /** How many cards are wild. */
  sea: number;
  disaster: number;
  /** Those that can be melded: the most of each part, and a meld to begin with. */
  attributes: Record<string, { most: Parts; first: Parts }>;
}

/** What a card of a meld brings: points of its attribute, and victory points. */
interface CardNote {
  raises: number;
  points: number;
}

export interface Notes {
  /** What a lead brings in this round. */
  stakes?: number;
  /** How many rounds there are. */
  rounds?: number;
  /** What each card of a meld brings. */
  card?: CardNote;
  /** What the top in Science adds to a score. */
  point?: number;
  meld?: MeldNote;
  /** How many cards or points the question is about. */
  amount?: number;
  plan?: PlannedMeld[];
  gaps?: number[];
  race?: { behind: number; to_come: number };
  conquest?: Record<string, string[]>;
  /** How many cards an offer may give, and want for them. */
  offers?: [number, number][];
  /** By partner, how many of each kind may be wanted. */
  wantable?: Record<string, Bag>;
  /** In the market, how many offers of a seat may stand at once. */
  standing?: number;
  /** The hand in an exchange, what is needed least first. */
  spare?: string[];
}

export function asNotes(notes: Record<string, unknown>): Notes {
  return notes as Notes;
}
