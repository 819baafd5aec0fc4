import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, Refused } from '../../src/connection/api';
import { SocketConnection } from '../../src/connection/socket';
import type { Line } from '../../src/connection/connection';
import type { ServerMessage } from '../../src/generated/types';

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.();
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  /** The cable is cut: nothing comes, and `close` waits for a goodbye that does not come either. */
  cut(): void {
    this.close = () => undefined;
  }

  receive(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify([message]) });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
});

const started: SocketConnection[] = [];

afterEach(() => {
  for (const connection of started.splice(0)) connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start() {
  const lines: Line[] = [];
  const told: ServerMessage[] = [];
  const barred: string[] = [];
  const heard = { match: 1, since: 0 };
  const connection = new SocketConnection('abc', () => 'token');
  started.push(connection);
  connection.start({
    message: (message) => told.push(message),
    line: (line) => lines.push(line),
    barred: (problem) => barred.push(problem.message),
    heard: () => heard,
  });
  const newest = (): FakeSocket => {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error('nothing was opened');
    return socket;
  };
  return { connection, lines, told, barred, heard, newest };
}

test('it says hello with its token and what it has heard', () => {
  const { newest, heard } = start();
  heard.since = 12;
  newest().open();
  expect(newest().sent[0]).toEqual({ type: 'hello', token: 'token', match: 1, since: 12 });
});

test('a lost line comes back by itself and resumes', () => {
  const { newest, heard, lines } = start();
  newest().open();
  heard.since = 30;
  newest().close();
  expect(lines.at(-1)).toBe('lost');
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all.length).toBe(2);
  newest().open();
  expect(newest().sent[0]?.['since']).toBe(30);
  expect(lines.at(-1)).toBe('open');
});

test('an answer that was not accepted is sent again under the same id', () => {
  const { connection, newest } = start();
  newest().open();
  connection.play(1, 4, ['bid 2']);
  const id = newest().sent[1]?.['id'];
  newest().close();
  vi.advanceTimersByTime(1000);
  newest().open();
  expect(newest().sent[1]).toEqual({ type: 'play', match: 1, decision: 4, moves: ['bid 2'], id });
});

test('what is no answer is not sent again, and keeps no answer back', () => {
  const { connection, newest } = start();
  newest().open();
  connection.play(1, 4, ['bid 2']);
  connection.finish(1, true);
  expect(newest().sent[2]).toMatchObject({ type: 'finish', match: 1, agree: true });
  newest().receive({ type: 'refused', id: newest().sent[2]?.['id'] });
  newest().close();
  vi.advanceTimersByTime(1000);
  newest().open();
  expect(newest().sent.map(({ type }) => type)).toEqual(['hello', 'play']);
});

test('an accepted answer is not sent again', () => {
  const { connection, newest } = start();
  newest().open();
  connection.play(1, 4, ['bid 2']);
  newest().receive({ type: 'accepted', id: newest().sent[1]?.['id'] });
  newest().close();
  vi.advanceTimersByTime(1000);
  newest().open();
  expect(newest().sent.length).toBe(1);
});

test('who is back says so', () => {
  const { connection, newest } = start();
  newest().open();
  connection.comeBack();
  expect(newest().sent.at(-1)).toMatchObject({ type: 'return' });
});

test('silence is a lost line within ten seconds, though the socket never says goodbye', () => {
  const { newest, lines } = start();
  newest().open();
  newest().cut();
  vi.advanceTimersByTime(10_000);
  expect(lines).toContain('lost');
  vi.advanceTimersByTime(1000);
  newest().open();
  expect(lines.at(-1)).toBe('open');
});

test('when the browser goes offline it is told at once, and taken back if the server answers', () => {
  const { newest, lines } = start();
  newest().open();
  window.dispatchEvent(new Event('offline'));
  expect(lines.at(-1)).toBe('lost');
  expect(newest().sent.at(-1)).toEqual({ type: 'ping' });
  newest().receive({ type: 'pong' });
  expect([FakeSocket.all.length, lines.at(-1)]).toEqual([1, 'open']);
  window.dispatchEvent(new Event('offline'));
  newest().cut();
  vi.advanceTimersByTime(5000);
  newest().open();
  expect([FakeSocket.all.length, lines.at(-1)]).toEqual([2, 'open']);
});

test('a line that never opens is given up and tried again', () => {
  const { newest, lines } = start();
  vi.advanceTimersByTime(10_000);
  expect(lines).toContain('lost');
  expect(FakeSocket.all.length).toBeGreaterThan(1);
  newest().open();
  expect(lines.at(-1)).toBe('open');
});

test('a line that answers is not lost', () => {
  const { newest, lines } = start();
  newest().open();
  for (let second = 0; second < 60; second += 1) {
    vi.advanceTimersByTime(1000);
    newest().receive({ type: 'pong' });
  }
  expect([FakeSocket.all.length, lines.at(-1)]).toEqual([1, 'open']);
});

test('an answer that was given while the line was lost is sent once, when it is back', () => {
  const { connection, newest } = start();
  newest().open();
  newest().close();
  connection.play(1, 4, ['bid 1']);
  connection.play(1, 4, ['bid 2']);
  vi.advanceTimersByTime(1000);
  newest().open();
  expect(
    newest()
      .sent.slice(1)
      .map(({ moves }) => moves),
  ).toEqual([['bid 2']]);
});

test('who gave an answer that came too late after a lost line is told', () => {
  const { connection, newest, told } = start();
  newest().open();
  const id = connection.play(1, 4, ['bid 2']);
  newest().close();
  vi.advanceTimersByTime(1000);
  newest().open();
  newest().receive({ type: 'refused', code: 'stale', message: 'too late', id });
  expect(told).toMatchObject([{ type: 'refused', code: 'late', id }]);
  newest().close();
  vi.advanceTimersByTime(1000);
  newest().open();
  expect(newest().sent.length).toBe(1);
});

test('on a line that held, late is nobody’s fault', () => {
  const { connection, newest, told } = start();
  newest().open();
  const id = connection.play(1, 4, ['bid 2']);
  newest().receive({ type: 'refused', code: 'stale', message: 'too late', id });
  expect(told).toMatchObject([{ code: 'stale', id }]);
});

test('after goodbye nothing is opened again', () => {
  const { connection, newest } = start();
  newest().open();
  connection.close();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all.length).toBe(1);
});

test.each(['malformed', 'blocked'])('a greeting that is %s is not sent again', (code) => {
  const { newest, told, barred } = start();
  newest().open();
  newest().receive({ type: 'refused', id: null, code, message: 'alas' });
  newest().close();
  vi.advanceTimersByTime(60_000);
  expect([barred, told, FakeSocket.all.length]).toEqual([['alas'], [], 1]);
});

test.each(['unavailable', 'too_fast'])('one that is refused as %s is', (code) => {
  const { newest, barred } = start();
  newest().open();
  newest().receive({ type: 'refused', id: null, code, message: 'not now' });
  newest().close();
  vi.advanceTimersByTime(1000);
  expect([barred, FakeSocket.all.length]).toEqual([[], 2]);
});

test('what the server does not understand later is told, and the line stays', () => {
  const { newest, told, barred } = start();
  newest().open();
  newest().receive({ type: 'countdown', match: 1, decision: 1, left: 1, given: 1 });
  newest().receive({ type: 'refused', id: null, code: 'malformed', message: 'what?' });
  expect([barred, told.at(-1)?.type, newest().readyState]).toEqual([[], 'refused', 1]);
});

test('who is blocked is told why no line can be had, and it is tried no more', async () => {
  const asked = vi.spyOn(api, 'table').mockRejectedValue(new Refused(403, 'blocked', 'blocked!'));
  const { newest, barred } = start();
  newest().close();
  vi.advanceTimersByTime(1000);
  newest().close();
  await vi.waitFor(() => expect(barred).toEqual(['blocked!']));
  const made = FakeSocket.all.length;
  vi.advanceTimersByTime(60_000);
  expect([FakeSocket.all.length, asked.mock.calls.length]).toEqual([made, 1]);
});
