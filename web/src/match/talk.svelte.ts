import type { Said } from '../generated/types';
import { wallClock, type Clock } from './playback';

/** How long what was said can be read, at the least. */
export const READABLE = 8000;

/** What is said at a table: who says what now, and all that was heard of it. */
export class TableTalk {
  /** The last of each seat, until it has been there for a while and the next set has closed. */
  now = $state.raw<Record<number, Said>>({});
  /** All that this page has heard in this match, in order. */
  log = $state.raw<Said[]>([]);

  private heard: Record<number, { set: number; read: boolean }> = {};
  private set = 0;

  constructor(private readonly clock: Clock = wallClock) {}

  hear(said: Said): void {
    const { seat } = said;
    const before = this.log.findLast((one) => one.seat === seat);
    // After a reconnection the last of each seat comes once more.
    if (JSON.stringify(before) !== JSON.stringify(said)) this.log = [...this.log, said];
    // What came by way of another server may be late.
    if ((this.now[seat]?.set ?? 0) > said.set) return;
    this.now = { ...this.now, [seat]: said };
    const mark = { set: this.set, read: false };
    this.heard[seat] = mark;
    this.clock.wait(READABLE, () => {
      mark.read = true;
      this.fade();
    });
  }

  /** This decision set is open now. */
  open(set: number): void {
    this.set = set;
    this.fade();
  }

  begin(): void {
    this.heard = {};
    this.now = {};
    this.log = [];
    this.set = 0;
  }

  private fade(): void {
    const stays = (seat: number): boolean => {
      const mark = this.heard[seat];
      return !!mark && (!mark.read || mark.set >= this.set);
    };
    const left = Object.entries(this.now).filter(([seat]) => stays(Number(seat)));
    if (left.length < Object.keys(this.now).length) this.now = Object.fromEntries(left);
  }
}
