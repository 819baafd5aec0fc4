import type { ReviewLine } from '../generated/types';
import { table } from './api';
import { growing } from './growing';

/** A review, a line at a time as it is worked out. */
export function review(
  id: string,
  seat: number,
  tell: (line: ReviewLine) => void,
  signal: AbortSignal,
): Promise<void> {
  return growing(`${table(id)}/review?seat=${seat.toString()}`, tell, signal);
}
