import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SocketConnection } from '../../src/connection/socket';
import type { Line } from '../../src/connection/connection';

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

  receive(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start() {
  const lines: Line[] = [];
  const heard = { match: 1, since: 0 };
  const connection = new SocketConnection('abc', () => 'token');
  connection.start({
    message: () => undefined,
    line: (line) => lines.push(line),
    heard: () => heard,
  });
  const newest = (): FakeSocket => {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error('nothing was opened');
    return socket;
  };
  return { connection, lines, heard, newest };
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
  expect(newest().sent[1]).toEqual({ type: 'play', match: 1, set: 4, moves: ['bid 2'], id });
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

test('who comes back says hello again on a line of its own', () => {
  const { connection, newest, heard, lines } = start();
  newest().open();
  heard.since = 7;
  connection.comeBack();
  newest().open();
  expect(newest().sent).toEqual([{ type: 'hello', token: 'token', match: 1, since: 7 }]);
  vi.advanceTimersByTime(5000);
  expect([FakeSocket.all.length, lines.includes('lost')]).toEqual([2, false]);
});

test('silence is a lost line', () => {
  const { newest, lines } = start();
  newest().open();
  vi.advanceTimersByTime(29_000);
  expect(lines).toContain('lost');
});

test('after goodbye nothing is opened again', () => {
  const { connection, newest } = start();
  newest().open();
  connection.close();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all.length).toBe(1);
});
