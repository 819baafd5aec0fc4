import { isHint, type Connection, type Line } from '../connection/connection';
import type { Told } from '../connection/mirror';
import type { Refused } from '../connection/refused';
import type {
  Finishing,
  GameEvent,
  Hinted,
  LessonNote,
  Move,
  Observation,
  Refusal,
  TableView,
  Update,
} from '../generated/types';
import { t } from '../language/words';
import { oneByOne, tapped, textsOf, type RefusedMove, type Sealing } from './answer';
import { beats, longest, Playback, wallClock, type Clock } from './playback';
import { Slips } from './slips';
import { TableTalk } from './talk.svelte';

/** What the seat saw after this many events: where a look back can begin. */
export interface Moment {
  heard: number;
  seen: Observation;
  sources: Record<string, number>[];
  notes: Record<string, unknown>;
}

/** What would be good now: wished for, told, or not to be had. */
export interface Advice {
  told: Hinted | null;
  /** Why there is none; empty: it is being worked out, or told. */
  problem: string;
}

/** Until when the open decision can be answered, by the page's own clock. */
export interface Deadline {
  match: number;
  decision: number;
  ends: number;
  /** Milliseconds that there were when it began. */
  given: number;
  /** When the part of the match is over that has a limit as a whole; 0: it has none. */
  partEnds: number;
}

const noHint = (): string => t('You are offline: ask for a hint when the line is back.');

interface Settings {
  clock?: Clock;
  now?: () => number;
  /** Asked at every reveal: how long it takes, against the usual; 0: it is shown at once. */
  tempo?: () => number;
}

/**
 * One match as this seat knows it. Events are shown one after the other; then the observation
 * stands, whatever was shown. What can be answered never waits for what is being shown.
 */
export class SeatMatch {
  line = $state<Line>('connecting');
  table = $state.raw<TableView | null>(null);
  /** A match that has begun while this page shows the result of the one before. */
  next = $state.raw<TableView | null>(null);
  seen = $state.raw<Observation | null>(null);
  legal = $state.raw<Move[]>([]);
  why = $state.raw<RefusedMove[]>([]);
  /** The answer that the server gives by itself, after a short pause. */
  obvious = $state.raw<string | null>(null);
  /** The step that is played for this seat when it is out of time. */
  absent = $state.raw<string | null>(null);
  /** The steps that the server has. */
  answer = $state.raw<Move[]>([]);
  /** On its way to the server, which has not said that it has it. */
  sending = $state.raw<string[] | null>(null);
  scores = $state.raw<number[]>([]);
  /** By seat, where its points come from; empty for a game that does not say. */
  sources = $state.raw<Record<string, number>[]>([]);
  /** What the game worked out for this seat, by name. */
  notes = $state.raw<Record<string, unknown>>({});
  places = $state.raw<number[] | null>(null);
  /** What a lesson says in the open decision. */
  lesson = $state.raw<LessonNote | null>(null);
  events = $state.raw<GameEvent[]>([]);
  /** How many of the events have been shown. */
  told = $state(0);
  /** Who has as good as won, and who agrees to finish; nothing of what is still to be shown. */
  finish = $state.raw<Finishing | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** Why nothing comes any more, if the server does not let this page in. */
  barred = $state.raw<Refused | null>(null);
  /** The steps that came too late, if that is what was refused. */
  late = $state.raw<Move[]>([]);
  /** The hint for what is asked now, once it is wished for. */
  advice = $state.raw<Advice | null>(null);
  /** Milliseconds in which the answer that was accepted can be changed, before bots answer. */
  grace = $state(0);
  moments = $state.raw<Moment[]>([]);
  taps = $state(0);

  /** What is suggested without being asked; nothing where hints are off. */
  private usual = $state.raw<Move[]>([]);
  private hinted = $state.raw<Move[] | null>(null);
  /** What is on show stands on this moment; the events after it come on top. */
  private base = $state.raw<Moment | null>(null);
  private countdown = $state.raw<Deadline | null>(null);
  number = $state(0);
  /** The number of the open one. */
  decision = $state(0);
  private complete = $state(false);
  /** What was heard of `next`. */
  private held: Told[] = [];
  /** The id of what is on its way; empty: the server has it, and an update of it follows. */
  private awaited = '';
  /** What was sealed last, with its parts as far as they were known. */
  private given: Move[] = [];
  readonly talk = new TableTalk();

  private readonly playback: Playback;
  private readonly now: () => number;
  private readonly slips: Slips;
  private readonly tempo: () => number;

  constructor(
    private readonly connection: Connection | null,
    settings: Settings = {},
  ) {
    this.now = settings.now ?? (() => performance.now());
    this.slips = new Slips(this.now);
    this.tempo = settings.tempo ?? (() => 1);
    this.playback = new Playback(
      (count) => (this.told += count),
      () => this.settle(),
      settings.clock ?? wallClock,
    );
  }

  start(): void {
    this.connection?.start({
      message: (message) => this.hear(message),
      line: (line) => this.hearLine(line),
      barred: (problem) => (this.barred = problem),
      heard: () => ({ match: this.number, since: this.events.length }),
    });
  }

  stop(): void {
    this.playback.halt();
    this.connection?.close();
  }

  /** The observation that the events on show come on top of. */
  get shown(): Observation | null {
    return this.base?.seen ?? this.seen;
  }

  /** The points' sources that go with `shown`. */
  get shownSources(): Record<string, number>[] {
    return this.base?.sources ?? this.sources;
  }

  /** The notes that go with `shown`. */
  get shownNotes(): Record<string, unknown> {
    return this.base?.notes ?? this.notes;
  }

  /** Events shown on top of `shown`; none when all is settled. */
  get unfolding(): GameEvent[] {
    return this.base ? this.events.slice(this.base.heard, this.told) : [];
  }

  get showing(): boolean {
    return this.base !== null;
  }

  get over(): boolean {
    return this.seen?.phase === 'over';
  }

  /** Is this seat wanted in the open decision? */
  get asked(): boolean {
    const seen = this.seen;
    return !!seen && seen.asked.includes(seen.seat);
  }

  /** Steps that may well be added to the answer, what a hint says as soon as there is one. */
  get suggested(): Move[] {
    return this.hinted ?? this.usual;
  }

  /** All steps of the sealed answer as the page shows them, even while they are on their way. */
  get locked(): string[] {
    return this.sending ?? textsOf(this.answer);
  }

  /** The same with their parts, as far as they are known: what is on its way may be a line. */
  get steps(): Move[] {
    const known = [...this.answer, ...this.legal];
    return this.sending
      ? this.sending.map((said) => known.find(({ text }) => text === said) ?? { text: said })
      : this.answer;
  }

  /** What is on its way counts as a complete answer until the server says otherwise. */
  get sealing(): Sealing {
    if (this.sending) return this.line === 'open' ? 'sending' : 'unsent';
    return this.complete ? 'sealed' : 'open';
  }

  /** Is an answer of this seat still wanted, as far as it knows? */
  get toAct(): boolean {
    return this.asked && this.sealing === 'open';
  }

  /** When time is up for the open decision; null: nobody is in a hurry. */
  get deadline(): Deadline | null {
    const { countdown, number, decision } = this;
    const stands = this.over || !!this.table?.paused || this.table?.pace === 'none';
    return countdown?.match === number && countdown.decision === decision && !stands
      ? countdown
      : null;
  }

  get mustChoose(): boolean {
    return this.toAct && this.legal.length > 0 && !this.obvious;
  }

  hear(message: Told): void {
    if (this.next && 'match' in message && message.match === this.next.match) {
      this.held.push(message);
    } else if (message.type === 'table') {
      this.hearTable(message.table);
    } else if (message.type === 'update') this.receive(message);
    else if (message.type === 'countdown') {
      const { match, decision, left, given } = message;
      const partEnds = message.part_left ? this.now() + message.part_left : 0;
      this.countdown = { match, decision, ends: this.now() + left, given, partEnds };
    } else if (message.type === 'accepted') {
      if (message.id === this.awaited) {
        this.awaited = '';
        this.grace = message.moment ?? 0;
      }
    } else if (message.type === 'said') {
      if (message.text || message.match === this.number) this.talk.hear(message);
      if (message.name && message.name === this.table?.me && this.talk.awaited) this.talk.settle();
    } else if (message.type === 'hinted') {
      const { match, decision } = message;
      if (this.advice && match === this.number && decision === this.decision) {
        this.advice = { told: message, problem: '' };
        this.hinted = [...message.options.slice(0, 1).map(({ move }) => move), ...message.follows];
      }
    } else if (message.type === 'refused' && isHint(message.id)) {
      // To a question that is closed no hint is wanted any more.
      const { code, message: problem } = message;
      this.advice = this.advice && code !== 'stale' ? { told: null, problem } : null;
    } else if (message.type === 'refused' && message.id && message.id === this.talk.awaited) {
      this.talk.settle(message.message);
    } else if (message.type === 'refused') {
      // What was not heard is no answer that was not sealed.
      if (message.id === null || message.id === this.awaited) this.sending = null;
      // Late is nobody's fault: the update that follows says all there is to say.
      if (message.code === 'stale') return;
      this.refusal = message;
      this.late = message.code === 'late' ? this.given : [];
    }
  }

  /** A rematch is told of before it is dealt: who agreed to it is done with the last result. */
  private hearTable(table: TableView): void {
    if (table.match > this.number && this.over && !playsIn(table)) {
      if (table.match !== this.next?.match) this.held = [];
      this.next = table;
      return;
    }
    if (table.match > this.number) this.begin(table.match);
    this.table = table;
    this.offer();
  }

  /** To the next match, which has begun without this page. */
  follow(): void {
    if (!this.next) return;
    const { next, held } = this;
    this.begin(next.match);
    this.table = next;
    for (const message of held) this.hear(message);
    if (next.you !== null) this.comeBack();
  }

  receive(update: Update): void {
    if (update.match !== this.number) this.begin(update.match);
    const { seen, sources, notes } = this;
    const before = seen ? { seen, sources, notes } : null;
    const heard = this.events.length;
    this.note(update.from, update.events);
    // A hint is for the steps that it was asked after, and for no others.
    if (update.decision !== this.decision || !same(textsOf(update.answer), textsOf(this.answer))) {
      this.advice = null;
      this.hinted = null;
    }
    if (this.sending && this.arrived(update)) this.sending = null;
    if (update.decision !== this.decision) {
      this.grace = 0;
      // What was refused then cannot be mended any more; what came too late is still news.
      if (this.refusal?.code === 'illegal') this.refusal = null;
    }
    this.decision = update.decision;
    this.talk.open(update.decision);
    this.seen = update.seen;
    this.legal = update.legal;
    this.why = oneByOne(update.why);
    this.obvious = update.obvious;
    this.absent = update.absent;
    this.usual = update.suggested;
    this.answer = update.answer;
    this.complete = update.complete;
    this.scores = update.scores;
    this.sources = update.sources;
    this.notes = update.notes;
    this.places = update.places;
    this.lesson = update.note;
    this.remember(update);
    // The first update of a page is where it comes in: nothing is played that was seen before.
    if (!before) this.jump();
    else if (this.events.length > heard) this.unfold({ heard, ...before });
    this.offer();
  }

  /** One step: see `tapped`; what may be answered is the server's list. */
  tap(move: string): void {
    const { locked, complete, legal } = this;
    const sealed = {
      locked,
      answer: textsOf(this.answer),
      sending: !!this.sending,
      complete,
      legal,
    };
    const moves = tapped(move, sealed, this.slips.has(`${this.decision.toString()} ${move}`));
    if (moves) this.seal(moves);
  }

  /** Seal these steps in place of whatever was sealed before; none: take it back. */
  seal(moves: string[]): void {
    if (!this.asked || !this.connection || same(moves, this.locked)) return;
    this.taps += 1;
    this.refusal = null;
    this.grace = 0;
    this.sending = moves;
    this.given = this.steps;
    this.awaited = moves.length
      ? this.connection.play(this.number, this.decision, moves)
      : this.connection.takeBack(this.number, this.decision);
  }

  /** Has the server what was on its way, or is it too late for it? */
  private arrived({ decision, answer }: Update): boolean {
    return !this.awaited || decision !== this.decision || same(textsOf(answer), this.sending ?? []);
  }

  /** Agree that bots play out the rest, or no longer do. */
  agree(agree: boolean): void {
    this.connection?.finish(this.number, agree);
  }

  /** Ask what would be good now; once more: hide it. */
  hint(): void {
    if (this.advice) this.advice = null;
    else if (!this.mayAsk || !this.connection) return;
    else if (this.line !== 'open') this.advice = { told: null, problem: noHint() };
    else {
      this.advice = { told: null, problem: '' };
      this.connection.hint(this.number, this.decision);
    }
  }

  /** Can a hint be had now? */
  get mayAsk(): boolean {
    const offered = this.table?.hints === 'on' && this.table.you !== null;
    return offered && this.asked && this.legal.length > 0 && !this.over;
  }

  /** Say one of the game's phrases to everybody. */
  say(phrase: string, parts: Record<string, string | number>): void {
    this.connection?.say(this.number, phrase, parts);
  }

  /** Say what is written in the draft, in words of one's own. */
  write(): void {
    const text = this.talk.draft.trim();
    if (!text || this.talk.awaited || this.line !== 'open' || !this.connection) return;
    this.talk.send(this.connection.write(this.number, text));
  }

  skip(): void {
    if (this.playback.running) this.playback.skip();
  }

  /** Show once more all that happened since this moment. */
  replayFrom(moment: Moment): void {
    this.playback.halt();
    this.base = moment;
    this.told = moment.heard;
    const events = this.events.slice(moment.heard);
    this.playback.run(beats(events), this.tempo() || 1, longest(events));
  }

  /** The last moment at which no more than this many events had been heard. */
  momentBefore(heard: number): Moment | null {
    return this.moments.findLast((moment) => moment.heard <= heard) ?? null;
  }

  comeBack(): void {
    this.connection?.comeBack();
  }

  retry(): void {
    this.connection?.retry();
  }

  private begin(number: number): void {
    this.playback.halt();
    this.number = number;
    this.next = null;
    this.held = [];
    this.talk.begin(number);
    this.events = [];
    this.moments = [];
    this.told = 0;
    this.base = null;
    this.seen = null;
    this.places = null;
    this.lesson = null;
    this.finish = null;
    this.sending = null;
  }

  private note(from: number, events: GameEvent[]): void {
    // After a reconnection the server may begin earlier than we need, never later.
    this.events = [...this.events.slice(0, from), ...events];
    if (this.told > this.events.length) this.told = this.events.length;
  }

  private remember({ seen, sources, notes }: Update): void {
    const heard = this.events.length;
    this.moments = [
      ...this.moments.filter((moment) => moment.heard < heard),
      { heard, seen, sources, notes },
    ];
  }

  private jump(): void {
    this.playback.halt();
    this.told = this.events.length;
    this.base = null;
  }

  /** What was still on show of earlier events counts as shown. */
  private unfold(from: Moment): void {
    this.playback.halt();
    this.base = from;
    this.told = from.heard;
    const events = this.events.slice(from.heard);
    this.playback.run(beats(events), this.tempo(), longest(events));
  }

  private settle(): void {
    this.told = this.events.length;
    this.base = null;
    this.offer();
  }

  /** Tables come before the updates that show what they tell of. */
  private offer(): void {
    const finish = this.table?.finish ?? null;
    if (!this.showing && (!finish || finish.decision === this.decision)) this.finish = finish;
  }

  private hearLine(line: Line): void {
    this.line = line;
    if (line !== 'open') this.talk.awaited = '';
    // It was asked on a line that is gone, and nobody answers it any more.
    const waits = this.advice && !this.advice.told && !this.advice.problem;
    if (line !== 'open' && waits) this.advice = { told: null, problem: noHint() };
  }
}

function same(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((step, index) => step === other[index]);
}

/** Does the reader play there, or somebody at the same device, and no bot instead? */
function playsIn({ seats, you, here }: TableView): boolean {
  return seats.some(({ seat, kind }) => (seat === you || here.includes(seat)) && kind === 'person');
}
