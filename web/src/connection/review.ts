import type { ReviewLine } from '../generated/types';
import { of, table } from './api';
import { growing } from './growing';

/** A review, a line at a time as it is worked out. */
export function review(
  id: string,
  seat: number,
  match: number | undefined,
  tell: (line: ReviewLine) => void,
  signal: AbortSignal,
): Promise<void> {
  return growing(`${table(id)}/review?seat=${seat.toString()}${of(match)}`, tell, signal);
}
