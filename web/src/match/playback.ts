import type { GameEvent } from '../generated/types';

/** A whole reveal lasts no longer than this, however much happened. */
export const LONGEST = 4000;
/** Cards that are turned up at the end are shown one by one, and may take longer. */
const LONGEST_SINGLY = 6000;
const SINGLY = new Set(['shown']);
const LONGEST_BEAT = 900;

export interface Clock {
  wait(ms: number, then: () => void): () => void;
}

export const wallClock: Clock = {
  wait(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

/** How many events to show at each beat: what happens at once in the rules is shown at once. */
export function beats(events: GameEvent[]): number[] {
  const counts: number[] = [];
  let last = '';
  for (const { event } of events) {
    if (event === last && !SINGLY.has(event)) counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
    else counts.push(1);
    last = event;
  }
  return counts;
}

/** How long it may take to show these events. */
export function longest(events: GameEvent[]): number {
  return events.some(({ event }) => SINGLY.has(event)) ? LONGEST_SINGLY : LONGEST;
}

/** Events against time: shows them beat by beat, and can be skipped at any moment. */
export class Playback {
  private stop: (() => void) | null = null;
  private rest: number[] = [];

  constructor(
    private readonly show: (count: number) => void,
    private readonly done: () => void,
    private readonly clock: Clock = wallClock,
  ) {}

  get running(): boolean {
    return this.stop !== null;
  }

  /** `tempo` is how long it takes against the usual; 0: all at once. */
  run(counts: number[], tempo: number, whole = LONGEST): void {
    this.halt();
    this.rest = [...counts];
    if (!tempo) {
      this.skip();
      return;
    }
    const pause = tempo * Math.min(LONGEST_BEAT, whole / Math.max(1, counts.length));
    const beat = (): void => {
      const count = this.rest.shift();
      if (count === undefined) {
        this.stop = null;
        this.done();
        return;
      }
      this.show(count);
      this.stop = this.clock.wait(pause, beat);
    };
    beat();
  }

  /** Show all that is left, now. */
  skip(): void {
    this.halt();
    const left = this.rest.reduce((sum, count) => sum + count, 0);
    this.rest = [];
    if (left) this.show(left);
    this.done();
  }

  /** Stop where it is and show nothing more. */
  halt(): void {
    this.stop?.();
    this.stop = null;
  }
}
