/** Milliseconds before the end in which a countdown is hard to overlook. */
export const LAST = 5000;

/** Time as clocks show it, the second that has begun counted whole: "0:24". */
export function minutes(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60).toString()}:${(seconds % 60).toString().padStart(2, '0')}`;
}
