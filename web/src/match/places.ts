import { SLIP } from './slips';

/** Tells taps in a list that changes by itself: on what has only just come to a place they were
 * meant for what stood there before.
 */
export class Places {
  private places: { what: string; since: number }[] | null = null;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** What stands where from now on. */
  put(list: string[]): void {
    const before = this.places;
    const since = before ? this.now() : -Infinity;
    this.places = list.map((what, place) =>
      before?.[place]?.what === what ? before[place] : { what, since },
    );
  }

  /** Is a tap on this place meant for what stands there? */
  meant(place: number): boolean {
    return this.now() - (this.places?.[place]?.since ?? Infinity) >= SLIP;
  }
}
