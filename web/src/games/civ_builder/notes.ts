/** What the game worked out for this seat (outlook.py), as the page reads it; any of it may be missing. */
export interface MeldNote {
  least: number;
  natural: number;
  leader: number;
  disaster: number;
  sea: number;
  limit: number;
  attributes: string[];
}

export interface PlannedMeld {
  attribute: string;
  natural: number;
  sea: number;
  disaster: number;
  leader: number;
}

export interface Notes {
  meld?: MeldNote | null;
  plan?: PlannedMeld[];
  gaps?: number[];
  race?: { behind: number; to_come: number };
  conquest?: Record<string, string[]>;
  discard?: string[];
}

export function asNotes(notes: Record<string, unknown>): Notes {
  return notes as Notes;
}
