import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '../../src/connection/api';
import { device, Device, type Standing } from '../../src/connection/device';
import { carried, rememberEngine, rememberSeconds } from '../../src/connection/where';

class FakeWorker {
  static all: FakeWorker[] = [];
  sent: unknown[] = [];
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  ended = false;

  constructor() {
    FakeWorker.all.push(this);
  }

  postMessage(message: unknown): void {
    this.sent.push(typeof message === 'string' ? JSON.parse(message) : message);
  }

  terminate(): void {
    this.ended = true;
  }

  say(message: unknown): void {
    this.onmessage?.({ data: message });
  }

  tell(message: unknown): void {
    this.say(JSON.stringify(message));
  }
}

let answers: Record<string, unknown> = {};

beforeEach(() => {
  FakeWorker.all = [];
  answers = { '/engine.json': { version: '1', folder: 'assets/engine-1', files: {} } };
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('fetch', (path: string) => {
    const answer = answers[path];
    if (answer === undefined) return Promise.reject(new TypeError('offline'));
    return Promise.resolve(new Response(JSON.stringify(answer)));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function started(): { device: Device; worker: () => FakeWorker; seen: Standing[] } {
  const device = new Device(() => new FakeWorker() as unknown as Worker);
  const seen: Standing[] = [];
  device.watch((standing) => seen.push(standing));
  const worker = (): FakeWorker => FakeWorker.all.at(-1) ?? new FakeWorker();
  return { device, worker, seen };
}

test('the worker is started by the first who wants anything, and told where the engine is', async () => {
  const { device, worker } = started();
  expect(FakeWorker.all).toHaveLength(0);
  void device.ask('GET', '/games', undefined, null);
  await vi.waitFor(() => expect(worker().sent).toHaveLength(2));
  expect(worker().sent[0]).toMatchObject({ type: 'ask', method: 'GET', path: '/api/games' });
  expect(worker().sent[1]).toMatchObject({ folder: expect.stringMatching(/\/assets\/engine-1$/) });
});

test('answers find those who asked, in whatever order they come', async () => {
  const { device, worker } = started();
  const one = device.ask('GET', '/a', undefined, null);
  const lines: string[] = [];
  const two = device.grow('GET', '/b', undefined, null, (line) => lines.push(line));
  worker().tell({ type: 'line', id: 2, text: 'x' });
  worker().tell({ type: 'told', id: 2, status: 200, text: '' });
  worker().tell({ type: 'told', id: 1, status: 404, text: 'no' });
  expect(await two).toMatchObject({ status: 200 });
  expect(await one).toMatchObject({ status: 404, text: 'no' });
  expect(lines).toEqual(['x']);
});

test('where the engine does not start, whoever waits is told why, and the next try is a new one', async () => {
  const { device, worker, seen } = started();
  const asked = device.ask('GET', '/a', undefined, null);
  let closed = false;
  device.dial('0abc', { heard: () => undefined, closed: () => (closed = true) });
  worker().say({ word: 'failed', why: 'no room' });
  await expect(asked).rejects.toThrow('no room');
  expect([closed, worker().ended, seen.at(-1)?.state]).toEqual([true, true, 'failed']);
  void device.ask('GET', '/a', undefined, null);
  expect(FakeWorker.all).toHaveLength(2);
});

test('without an engine to be had nobody waits for one', async () => {
  answers = {};
  const { device } = started();
  await expect(device.ask('GET', '/a', undefined, null)).rejects.toThrow('nothing to play with');
});

test('a page is told when a second tab has to wait, and when there is no room left', () => {
  const { device, worker, seen } = started();
  void device.ask('GET', '/a', undefined, null).catch(() => undefined);
  worker().say({ word: 'waits' });
  expect(seen.at(-1)?.state).toBe('waits');
  worker().say({ word: 'ready' });
  worker().say({ word: 'full' });
  expect(seen.at(-1)).toEqual({ state: 'ready', why: '', full: true });
  worker().say({ word: 'kept' });
  expect(seen.at(-1)?.full).toBe(false);
});

test('a new table is made on the device when the server does not answer, if it has an engine', async () => {
  const told = { status: 201, text: '{"table":"0abc"}' };
  const ask = vi.spyOn(device, 'ask').mockResolvedValue(told);
  await expect(api.learn('5x', 'Ann')).rejects.toThrow('The server does not answer');
  expect(ask).not.toHaveBeenCalled();
  rememberEngine(true);
  expect(await api.learn('5x', 'Ann')).toEqual({ table: '0abc' });
  expect(ask).toHaveBeenCalledWith('POST', '/lessons', { game: '5x', name: 'Ann' }, null);
});

test('a table on the device is asked there, and the others on the server', async () => {
  const ask = vi.spyOn(device, 'ask').mockResolvedValue({ status: 404, text: '{}' });
  answers['/api/tables/abc'] = { table: 'abc' };
  expect(await api.table('abc', null)).toEqual({ table: 'abc' });
  expect(ask).not.toHaveBeenCalled();
  await expect(api.table('0abc', 'mine')).rejects.toThrow();
  expect(ask).toHaveBeenCalledWith('GET', '/tables/0abc', undefined, 'mine');
});

test('whoever plays on the device has the levels that it carries', async () => {
  rememberSeconds('5x', { random: 0, easy: 0.1, medium: 0.9, hard: 1.1 });
  expect(carried('5x', ['random', 'easy', 'medium', 'hard'])).toEqual(['random', 'easy', 'medium']);
  expect(carried('5-ages', ['easy', 'hard'])).toEqual(['easy', 'hard']);
  rememberSeconds('5x', { easy: 3 });
  expect(carried('5x', ['easy', 'hard'])).toEqual(['easy']);
});
