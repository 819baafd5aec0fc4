import type { RecordReview, ReviewLine } from '../generated/types';
import { of, table } from './api';
import { growing } from './growing';

/** Is told a review line by line as it is worked out. */
export type Tell = (line: ReviewLine) => void;

/** Of a seat in a match of a table. */
export function review(
  id: string,
  seat: number,
  match: number | undefined,
  tell: Tell,
  signal: AbortSignal,
): Promise<void> {
  return growing(`${table(id)}/review?seat=${seat.toString()}${of(match)}`, tell, signal);
}

/** Of a seat in the match of a record from anywhere. */
export function recordReview(wish: RecordReview, tell: Tell, signal: AbortSignal): Promise<void> {
  return growing('/records/review', tell, signal, wish);
}
