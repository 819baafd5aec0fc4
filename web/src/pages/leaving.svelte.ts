/** Tables that are taken off the list: at once for the eye, for good a little later. */
import { api } from '../connection/api';
import { forgetSeat, type MySeat } from '../connection/seats';
import { isOpen } from './mine';

const UNDO_WITHIN = 8000;

export class Leaving {
  /** What can still be undone. */
  seat = $state.raw<MySeat | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Called once it is for good. */
  constructor(private readonly gone: () => void) {}

  remove(seat: MySeat): void {
    this.settle();
    this.seat = seat;
    this.timer = setTimeout(() => this.settle(), UNDO_WITHIN);
  }

  undo(): void {
    clearTimeout(this.timer);
    this.seat = null;
  }

  /** For good: a seat that plays is given back, so that nobody waits for it. */
  settle(): void {
    const seat = this.seat;
    if (!seat) return;
    this.undo();
    forgetSeat(seat.table);
    // What the server says does not matter here: the token is thrown away.
    if (isOpen(seat)) void api.leave(seat.table, seat.token).catch(() => undefined);
    this.gone();
  }
}
