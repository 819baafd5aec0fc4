/** Milliseconds within which a second tap on the same thing is no change of mind. */
export const SLIP = 450;

/** Tells slips of the finger, such as a double click, from taps that are meant. */
export class Slips {
  private last = { what: '', at: -Infinity };

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Is a tap on this a slip? */
  has(what: string): boolean {
    const at = this.now();
    const slip = this.last.what === what && at - this.last.at < SLIP;
    if (!slip) this.last = { what, at };
    return slip;
  }
}
