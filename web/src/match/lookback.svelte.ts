import type { GameEvent, Move, Observation, Update } from '../generated/types';
import { beats, longest, Playback, wallClock, type Clock } from './playback';

const BETWEEN = 1200;

/** A finished match looked at again, step by step: any step can be sought at any time. */
export class Lookback {
  step = $state(0);
  playing = $state(false);
  private count = $state(0);
  private unfoldingFrom = $state(-1);
  private readonly playback: Playback;
  private stopWaiting: (() => void) | null = null;

  constructor(
    private readonly updates: Update[],
    private readonly tempo: () => number = () => 1,
    private readonly clock: Clock = wallClock,
  ) {
    this.playback = new Playback(
      (count) => (this.count += count),
      () => this.settle(),
      clock,
    );
    this.seek(0);
  }

  get last(): number {
    return this.updates.length - 1;
  }

  private get update(): Update {
    const update = this.updates[this.step];
    if (!update) throw new Error('a replay without steps');
    return update;
  }

  get seen(): Observation {
    return this.update.seen;
  }

  get legal(): Move[] {
    return this.update.legal;
  }

  get answer(): Move[] {
    return this.showing ? [] : this.update.answer;
  }

  /** Where points come from, for what is on show. */
  get shownSources(): Record<string, number>[] {
    return this.base.sources;
  }

  /** What the game worked out from what is on show. */
  get shownNotes(): Record<string, unknown> {
    return this.base.notes;
  }

  get asked(): boolean {
    return this.seen.asked.includes(this.seen.seat);
  }

  get showing(): boolean {
    return this.unfoldingFrom >= 0;
  }

  get shown(): Observation {
    return this.base.seen;
  }

  private get base(): Update {
    return (this.showing ? this.updates[this.unfoldingFrom] : undefined) ?? this.update;
  }

  get unfolding(): GameEvent[] {
    return this.showing ? this.update.events.slice(0, this.count) : [];
  }

  get told(): GameEvent[] {
    const before = this.updates.slice(0, this.step).flatMap((update) => update.events);
    return [...before, ...this.update.events.slice(0, this.count)];
  }

  /** Places are told by the last events; before the end there are none. */
  get places(): number[] | null {
    if (this.step !== this.last || this.showing) return null;
    const places: number[] = [];
    for (const event of this.update.events) {
      if (typeof event['place'] === 'number') places[Number(event['seat'])] = event['place'];
    }
    return places.length ? places : null;
  }

  seek(step: number): void {
    this.stop();
    this.step = Math.max(0, Math.min(this.last, step));
    this.count = this.update.events.length;
  }

  /** One step on, with its events one after the other. */
  next(): void {
    if (this.step >= this.last) {
      this.playing = false;
      return;
    }
    this.playback.halt();
    this.stopWaiting?.();
    this.unfoldingFrom = this.step;
    this.step += 1;
    this.count = 0;
    const { events } = this.update;
    this.playback.run(beats(events), this.tempo(), longest(events));
  }

  again(): void {
    if (!this.step) return;
    this.step -= 1;
    this.next();
  }

  skip(): void {
    if (this.playback.running) this.playback.skip();
  }

  toggle(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.step >= this.last) this.seek(0);
    this.playing = true;
    this.next();
  }

  stop(): void {
    this.pause();
    this.playback.halt();
    this.unfoldingFrom = -1;
  }

  private pause(): void {
    this.playing = false;
    this.stopWaiting?.();
    this.stopWaiting = null;
  }

  private settle(): void {
    this.count = this.update.events.length;
    this.unfoldingFrom = -1;
    if (this.playing) this.stopWaiting = this.clock.wait(BETWEEN, () => this.next());
  }
}
