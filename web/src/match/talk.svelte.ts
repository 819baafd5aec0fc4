import type { Said } from '../generated/types';
import { wallClock, type Clock } from './playback';

/** How long what was said can be read, at the least. */
const READABLE = 8000;

/** Has the game answered for a bot? That is news of the match, and no talk that could be muted. */
export function isNews({ key }: Said): boolean {
  return key === 'no_answer';
}

/** What is said at a table: who says what now, and all that was heard of it. */
export class TableTalk {
  /** The last of each seat, until it has been there for a while and the next set has closed. */
  now = $state.raw<Record<number, Said>>({});
  /** All that this page has heard, in order: the phrases of this match, words of all. */
  log = $state.raw<Said[]>([]);
  /** What the reader is about to say in words of their own. */
  draft = $state('');
  /** Why it was not heard; empty: nobody has refused it. */
  problem = $state('');
  /** The id of what is on its way; empty: nothing is. */
  awaited = $state('');
  /** What is on its way, as it was written. */
  private sent = '';

  private heard: Record<number, { decision: number; read: boolean }> = {};
  private match = 0;
  private decision = 0;

  constructor(private readonly clock: Clock = wallClock) {}

  /** Words, people's own, of whatever match. */
  get words(): Said[] {
    return this.log.filter(({ text }) => text);
  }

  hear(said: Said): void {
    const { seat, match, decision, text } = said;
    const before = this.log.findLast((one) => one.seat === seat && !one.text);
    // After a reconnection all words come once more, and the last phrase of each seat.
    const again = text
      ? this.log.some(({ id }) => id === said.id)
      : JSON.stringify(before) === JSON.stringify(said);
    if (!again) this.log = [...this.log, said];
    const old = text && (again || match !== this.match || decision < this.decision - 1);
    // What came by way of another server may be late.
    if (old || (this.now[seat]?.decision ?? 0) > decision) return;
    this.now = { ...this.now, [seat]: said };
    const mark = { decision: this.decision, read: false };
    this.heard[seat] = mark;
    this.clock.wait(READABLE, () => {
      mark.read = true;
      this.fade();
    });
  }

  /** What was on its way has been heard, or refused for this reason. */
  settle(problem = ''): void {
    this.awaited = '';
    this.problem = problem;
    if (!problem && this.draft.startsWith(this.sent)) {
      this.draft = this.draft.slice(this.sent.length).trimStart();
    }
  }

  /** The draft is on its way by this id; what is written meanwhile stays. */
  send(id: string): void {
    [this.awaited, this.problem, this.sent] = [id, '', this.draft];
  }

  /** This decision is open now. */
  open(decision: number): void {
    this.decision = decision;
    this.fade();
  }

  /** A match begins: of what was said before only words are kept. */
  begin(match: number): void {
    this.match = match;
    this.heard = {};
    this.now = {};
    this.log = this.words;
    this.decision = 0;
  }

  private fade(): void {
    const stays = (seat: number): boolean => {
      const mark = this.heard[seat];
      return !!mark && (!mark.read || mark.decision >= this.decision);
    };
    const left = Object.entries(this.now).filter(([seat]) => stays(Number(seat)));
    if (left.length < Object.keys(this.now).length) this.now = Object.fromEntries(left);
  }
}
