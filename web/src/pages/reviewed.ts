import type { CostlyDecision, Move } from '../generated/types';
import { placeOf, type Source } from './watched';

let place = '';
let found: CostlyDecision[] = [];

/** Keep what a review found to cost most, for the replay that it leads to. */
export function keepFound(source: Source, seat: number, costliest: CostlyDecision[]): void {
  place = placeOf(source, { seat }, true);
  found = costliest;
}

/** What the last review found about this decision of a seat, and what it answered there: at the same
 * table there may have been another match since.
 */
export function foundAt(
  source: Source,
  seat: number,
  decision: number | undefined,
  answer: Move[],
): CostlyDecision | undefined {
  if (placeOf(source, { seat }, true) !== place) return undefined;
  return found.find(
    (one) => one.decision === decision && answer.some(({ text }) => text === one.played.text),
  );
}
