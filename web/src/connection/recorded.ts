import type { Replay, ReplayStep, Update } from '../generated/types';
import type { Connection, Listener } from './connection';
import type { Told } from './mirror';

/** One step of a finished match as the update that its seat received then. */
function updateOf(step: ReplayStep, seat: number, from: number, match = 1): Update {
  return {
    type: 'update',
    match,
    decision: step.decision,
    from,
    events: step.events,
    seen: step.seen,
    legal: step.legal,
    answer: step.answers[String(seat)] ?? [],
    complete: String(seat) in step.answers,
    obvious: null,
    absent: null,
    suggested: [],
    why: [],
    scores: [],
    sources: step.sources ?? [],
    notes: step.notes ?? {},
    places: null,
    note: null,
  };
}

/** A replay's stream from its first step, as the messages of a live match. */
export function updatesOf(replay: Replay, seat: number): Update[] {
  let from = 0;
  return replay.steps.map((step) => {
    const update = updateOf(step, seat, from);
    from += step.events.length;
    return update;
  });
}

/** Plays messages back, one a `next()`: for tests and demonstrations. Answers go nowhere. */
export class RecordedConnection implements Connection {
  readonly sent: unknown[] = [];
  private listener: Listener | null = null;
  private at = 0;

  constructor(private readonly messages: Told[]) {}

  start(listener: Listener): void {
    this.listener = listener;
    listener.line('open');
  }

  next(): boolean {
    const message = this.messages[this.at];
    if (!message) return false;
    this.at += 1;
    this.listener?.message(message);
    return true;
  }

  play(match: number, decision: number, moves: string[]): string {
    this.sent.push({ match, decision, moves });
    return this.sent.length.toString();
  }

  takeBack(match: number, decision: number): string {
    return this.play(match, decision, []);
  }

  finish(match: number, agree: boolean): void {
    this.sent.push({ match, agree });
  }

  say(match: number, phrase: string, parts: Record<string, string | number>): void {
    this.sent.push({ match, phrase, parts });
  }

  write(match: number, text: string): string {
    this.sent.push({ match, text });
    return `aside-${this.sent.length.toString()}`;
  }

  hint(match: number, decision: number): void {
    this.sent.push({ match, decision, hint: true });
  }

  comeBack(): void {
    this.sent.push({ returns: true });
  }

  lose(): void {
    this.listener?.line('lost');
  }

  retry(): void {
    this.listener?.line('open');
  }

  close(): void {
    this.listener = null;
  }
}
