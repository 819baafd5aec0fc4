import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Engine } from '../../src/connection/device';
import { keptVersion, load, type Progress } from '../../src/connection/loading';
import { hasEngine } from '../../src/connection/where';

const engine = (version: string): Engine => ({
  version,
  folder: `engine-${version}`,
  files: { '': [10, 20], [`a-${version}.js`]: [30, 60], [`engine-${version}/x.wasm`]: [60, 60] },
});

let kept: Map<string, Map<string, Response>>;
let server: Engine;
/** What the server does not send; what it was asked for. */
let broken: string[];
let asked: string[];
let full = false;

const cacheOf = (name: string): Record<string, unknown> => ({
  match: (path: string) => Promise.resolve(kept.get(name)?.get(path)?.clone()),
  put: async (path: string, response: Response) => {
    const body = await response.arrayBuffer();
    if (full) throw new DOMException('full', 'QuotaExceededError');
    kept.get(name)?.set(path, new Response(body));
  },
});

beforeEach(() => {
  [kept, server, broken, asked, full] = [new Map(), engine('1'), [], [], false];
  vi.stubGlobal('caches', {
    open: (name: string) => {
      if (!kept.has(name)) kept.set(name, new Map());
      return Promise.resolve(cacheOf(name));
    },
    keys: () => Promise.resolve([...kept.keys()]),
    delete: (name: string) => Promise.resolve(kept.delete(name)),
  });
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    if (broken.includes(path)) return Promise.reject(new TypeError('the line is cut'));
    const told = path.startsWith('/engine.json') ? JSON.stringify(server) : '[]';
    const text = path === '/api/titles' ? '[{"name":"5x"}]' : told;
    return Promise.resolve(new Response(text.padEnd(server.files[path.slice(1)]?.[1] ?? 0)));
  });
  vi.stubGlobal('navigator', {
    serviceWorker: { register: () => Promise.resolve(), ready: Promise.resolve() },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const loadIt = (which: Engine, tell: (progress: Progress) => void = () => undefined) =>
  load(which, tell, new AbortController().signal);

test('a version counts when all of it is there, and progress is counted as it is sent', async () => {
  const told: number[] = [];
  await loadIt(engine('1'), ({ loaded, size }) => told.push(loaded / size));
  expect(await keptVersion()).toBe('1');
  expect(hasEngine()).toBe(true);
  expect([...(kept.get('microciv-1')?.keys() ?? [])].sort()).toEqual(
    [
      '/',
      '/a-1.js',
      '/api/games',
      '/api/games/5x/texts',
      '/api/games/5x/texts/de',
      '/api/games/5x/texts/es',
      '/api/games/de',
      '/api/games/es',
      '/api/titles',
      '/api/titles/de',
      '/api/titles/es',
      '/engine-1/x.wasm',
      '/engine.json',
    ].sort(),
  );
  expect(told.at(-1)).toBe(1);
  expect(told).toEqual(told.toSorted((one, other) => one - other));
});

test('what breaks off goes on where it was', async () => {
  broken = ['/engine-1/x.wasm'];
  await expect(loadIt(engine('1'))).rejects.toThrow('the line is cut');
  expect(await keptVersion()).toBeNull();
  expect(hasEngine()).toBe(false);
  [broken, asked] = [[], []];
  await loadIt(engine('1'));
  expect(asked).not.toContain('/a-1.js');
  expect(asked).toContain('/engine-1/x.wasm');
  expect(await keptVersion()).toBe('1');
});

test('a newer version replaces the one that is there only when it is whole', async () => {
  await loadIt(engine('1'));
  server = engine('2');
  broken = ['/engine-2/x.wasm'];
  await expect(loadIt(server)).rejects.toThrow('the line is cut');
  expect(await keptVersion()).toBe('1');
  expect(kept.get('microciv-1')?.has('/engine-1/x.wasm')).toBe(true);
  broken = [];
  await loadIt(server);
  expect(await keptVersion()).toBe('2');
  expect([...kept.keys()]).toEqual(['microciv', 'microciv-2']);
});

test('of a site that changes while it is loaded nothing is kept', async () => {
  await loadIt(engine('1'));
  server = engine('3');
  await expect(loadIt(engine('2'))).rejects.toThrow('changed meanwhile');
  expect(await keptVersion()).toBe('1');
  expect(kept.has('microciv-2')).toBe(false);
});

test('where there is no room the version that is there goes on', async () => {
  await loadIt(engine('1'));
  [server, full] = [engine('2'), true];
  await expect(loadIt(server)).rejects.toThrow('full');
  expect(await keptVersion()).toBe('1');
  expect(hasEngine()).toBe(true);
});
