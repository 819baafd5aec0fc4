import type { ClientMessage, ServerMessage } from '../generated/types';
import { t } from '../language/words';
import { api } from './api';
import { DeviceSocket } from './device_socket';
import { asideId, hintId, type Connection, type Listener } from './connection';
import { Dealer } from './dealer';
import { Mirror, type Told } from './mirror';
import { reader } from './reader';
import { isFinal, Refused } from './refused';
import { isHere } from './where';

const PAUSES = [250, 500, 1000, 2000, 4000, 8000];
const PING_EVERY = 5_000;
const ANSWER_WITHIN = 4_000;
const OPEN_WITHIN = 8_000;
/** Of a handshake that fails the browser does not say why: so often until it is asked for. */
const ASK_AFTER = 2;

type Answer = Extract<ClientMessage, { type: 'play' | 'take_back' }>;

function dial(table: string): WebSocket | DeviceSocket {
  if (isHere(table)) return new DeviceSocket(table);
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws/tables/${table}`);
}

/**
 * A websocket that comes back by itself and resumes after the last event heard. An answer that was
 * not acknowledged when the line broke is sent again: its id keeps it from being played twice, its
 * decision from answering another question; then whoever gave it is told.
 */
export class SocketConnection implements Connection {
  private socket: WebSocket | DeviceSocket | null = null;
  private listener: Listener | null = null;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinging: ReturnType<typeof setInterval> | undefined;
  private overdue: ReturnType<typeof setTimeout> | undefined;
  private unconfirmed: Answer | null = null;
  /** The id of an answer that had to be sent again. */
  private again: string | null = null;
  /** The browser says that it is offline; a server on the same machine may answer all the same. */
  private doubted = false;
  private closed = false;
  /** Has the server told of the table on this line? */
  private greeted = false;
  private count = 0;
  private readonly run = Math.random().toString(36).slice(2, 8);
  private readonly dealer: Dealer | null;
  /** What is on this device thinks at times for longer than a server is ever silent. */
  private readonly mayBreak: boolean;

  constructor(
    private readonly table: string,
    private readonly token: () => string | null,
    /** Does this browser take its part in the deals by this connection, or by another? */
    deals = true,
  ) {
    this.dealer = deals ? new Dealer(table, (message) => this.send(message)) : null;
    this.mayBreak = !isHere(table);
  }

  start(listener: Listener): void {
    this.listener = listener;
    window.addEventListener('online', this.hurry);
    window.addEventListener('offline', this.doubt);
    document.addEventListener('visibilitychange', this.hurry);
    this.open();
  }

  play(match: number, decision: number, moves: string[]): string {
    return this.answer({ type: 'play', match, decision, moves, id: this.nextId() });
  }

  takeBack(match: number, decision: number): string {
    return this.answer({ type: 'take_back', match, decision, id: this.nextId() });
  }

  finish(match: number, agree: boolean): void {
    this.send({ type: 'finish', match, agree, id: asideId(this.nextId()) });
  }

  say(match: number, phrase: string, parts: Record<string, string | number>): void {
    this.send({ type: 'say', match, phrase, parts, id: asideId(this.nextId()) });
  }

  write(match: number, text: string): string {
    const id = asideId(this.nextId());
    this.send({ type: 'say', match, text, id });
    return id;
  }

  hint(match: number, decision: number): void {
    this.send({ type: 'hint', match, decision, id: hintId(this.nextId()) });
  }

  comeBack(): void {
    this.send({ type: 'return', id: asideId(this.nextId()) });
  }

  retry(): void {
    if (this.closed) return;
    if (this.socket?.readyState === WebSocket.OPEN) this.ping();
    else {
      clearTimeout(this.timer);
      this.open();
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.quiet();
    window.removeEventListener('online', this.hurry);
    window.removeEventListener('offline', this.doubt);
    document.removeEventListener('visibilitychange', this.hurry);
    this.socket?.close();
  }

  private readonly hurry = (): void => {
    if (document.visibilityState === 'visible') this.retry();
  };

  private readonly doubt = (): void => {
    if (!this.mayBreak || this.socket?.readyState !== WebSocket.OPEN) return;
    this.doubted = true;
    this.listener?.line('lost');
    this.ping();
  };

  private open(): void {
    this.quiet();
    this.socket?.close();
    this.listener?.line(this.failures ? 'lost' : 'connecting');
    this.greeted = false;
    const socket = dial(this.table);
    this.socket = socket;
    const mirror = new Mirror();
    if (this.mayBreak) this.overdue = setTimeout(() => this.giveUp(), OPEN_WITHIN);
    socket.onopen = () => this.greet(socket);
    socket.onmessage = (message: { data: unknown }) => {
      const told = JSON.parse(String(message.data)) as ServerMessage[];
      for (const one of told) if (socket === this.socket) this.receive(mirror.whole(one));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.fail();
    };
  }

  private greet(socket: WebSocket | DeviceSocket): void {
    if (socket !== this.socket || !this.listener) return;
    this.quiet();
    this.failures = 0;
    this.listener.line('open');
    this.dealer?.begin();
    this.send({ type: 'hello', token: this.token(), ...reader(), ...this.listener.heard() });
    if (this.unconfirmed) {
      this.again = this.unconfirmed.id ?? null;
      this.send(this.unconfirmed);
    }
    this.pinging = setInterval(() => this.ping(), PING_EVERY);
  }

  private fail(): void {
    this.quiet();
    if (this.closed) return;
    const pause = PAUSES[Math.min(this.failures, PAUSES.length - 1)] ?? 8000;
    this.failures += 1;
    this.listener?.line('lost');
    if (this.mayBreak && this.failures === ASK_AFTER) void this.askWhy();
    this.timer = setTimeout(() => this.open(), pause * (0.75 + Math.random() / 2));
  }

  private async askWhy(): Promise<void> {
    try {
      await api.table(this.table, this.token());
    } catch (error) {
      if (error instanceof Refused && isFinal(error.code)) this.bar(error);
    }
  }

  private bar(problem: Refused): void {
    if (this.closed) return;
    this.close();
    this.listener?.barred(problem);
  }

  private ping(): void {
    if (!this.mayBreak) return;
    this.send({ type: 'ping' });
    // A sleeping machine or a dead router closes nothing; silence does.
    this.overdue ??= setTimeout(() => this.giveUp(), ANSWER_WITHIN);
  }

  /** Nothing is heard: the end of the socket itself may take a minute more, as it says goodbye. */
  private giveUp(): void {
    const former = this.socket;
    this.socket = null;
    former?.close();
    this.fail();
  }

  private receive(message: Told): void {
    clearTimeout(this.overdue);
    this.overdue = undefined;
    if (this.doubted) {
      this.doubted = false;
      this.listener?.line('open');
    }
    if (message.type === 'table') this.dealer?.hear(message.table);
    if (message.type !== 'accepted' && message.type !== 'refused') {
      if (message.type !== 'pong') this.greeted = true;
      this.listener?.message(message);
      return;
    }
    if (message.type === 'refused' && !this.greeted && !message.id && isFinal(message.code)) {
      this.bar(new Refused(0, message.code, message.message));
      return;
    }
    if (this.dealer?.receipt(message)) return;
    const { id } = message;
    const closed = message.type === 'refused' && ['stale', 'over'].includes(message.code);
    const late = closed && id === this.again;
    if (this.unconfirmed?.id === id) this.unconfirmed = null;
    if (this.again === id) this.again = null;
    this.listener?.message(
      late
        ? {
            ...message,
            code: 'late',
            message: t('Your answer came too late: the table has gone on without it.'),
          }
        : message,
    );
  }

  private answer(message: Answer): string {
    this.unconfirmed = message;
    this.send(message);
    return message.id ?? '';
  }

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private quiet(): void {
    clearInterval(this.pinging);
    clearTimeout(this.overdue);
    this.overdue = undefined;
    this.doubted = false;
  }

  private nextId(): string {
    this.count += 1;
    return `${this.run}-${this.count.toString()}`;
  }
}
