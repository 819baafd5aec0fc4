import type { Move } from '../../generated/types';
import type { RefusedMove } from '../../match/answer';
import type { Naming } from '../../match/captions';
import type { Bag } from './kinds';
import type { Notes } from './notes';
import type { Sizes } from './terms';
import type { CivSeen, SeatDrawn } from './view';

/** What the parts of the dock work with: each says which of it. */
export interface Desk {
  seen: CivSeen;
  /** How the seats stand in truth, whatever is on show. */
  seats: SeatDrawn[];
  me: number;
  naming: Naming;
  notes: Notes;
  sizes: Sizes;
  wantable: Record<string, Bag>;
  legal: Move[];
  why: RefusedMove[];
  suggested: Move[];
  /** The steps that are sealed. */
  locked: string[];
  memory: boolean;
  /** Where the page remembers the last offer; empty: nowhere. */
  table: string;
  /** A whole answer in one line; the same once more takes it back. */
  answer: (line: string) => void;
  /** The same in steps. */
  answerSteps: (steps: string[]) => void;
}
