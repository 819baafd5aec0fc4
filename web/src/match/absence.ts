import type { TableView } from '../generated/types';

/** Is somebody gone, or does a bot play for the reader? */
export function isAnybodyAway({ paused, seats, you }: TableView): boolean {
  return (
    paused ||
    seats.some(({ seat, kind, status }) => status === 'away' || (seat === you && kind === 'bot'))
  );
}
