import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';

const SOURCE = readFileSync('public/sw.js', 'utf8');
const HERE = location.origin;

type Kept = Record<string, Record<string, string>>;
type Answer = (path: string, how?: { method?: string; mode?: string }) => Promise<string> | null;

/** The service worker, with these caches; what the server answers, or "" while it does not. */
function worker(kept: Kept, server: (path: string) => string, folder = '/'): Answer {
  const listeners: Record<string, (event: unknown) => void> = {};
  const caches = {
    open: (name: string) =>
      Promise.resolve({
        match: (wanted: string | { url: string }) => {
          const path = typeof wanted === 'string' ? wanted : new URL(wanted.url).pathname;
          const found = kept[name]?.[path];
          return Promise.resolve(found === undefined ? undefined : new Response(found));
        },
      }),
  };
  const fetch = vi.fn((request: { url: string }) => {
    const told = server(new URL(request.url).pathname);
    return told ? Promise.resolve(new Response(told)) : Promise.reject(new TypeError('offline'));
  });
  const run = new Function('caches', 'fetch', 'addEventListener', 'location', SOURCE);
  run(
    caches,
    fetch,
    (type: string, listener: (event: unknown) => void) => (listeners[type] = listener),
    { origin: HERE, href: `${HERE}${folder}sw.js` },
  );
  return (path, { method = 'GET', mode = 'cors' } = {}) => {
    let answer: Promise<Response> | null = null;
    listeners['fetch']?.({
      request: { url: new URL(path, HERE).href, method, mode },
      respondWith: (told: Promise<Response>) => (answer = told),
    });
    return (answer as Promise<Response> | null)?.then((told) => told.text()) ?? null;
  };
}

const WHOLE: Kept = {
  microciv: { '/current': 'microciv-1' },
  'microciv-1': {
    '/': 'page 1',
    '/a.js': 'script 1',
    '/api/games': 'games 1',
    '/api/titles/de': 'titles 1',
  },
};
const away = (): string => '';
const newer = (path: string): string => `server ${path}`;

afterEach(() => vi.restoreAllMocks());

test('all of one version is served from what is kept, whatever the server has', async () => {
  const ask = worker(WHOLE, newer);
  expect(await ask('/a.js')).toBe('script 1');
  expect(await ask('/t/0abc', { mode: 'navigate' })).toBe('page 1');
  expect(await ask('/replay/0abc#review', { mode: 'navigate' })).toBe('page 1');
});

test('of a site of plain files in a folder, its page and its words are kept, and nothing beside', async () => {
  const kept = {
    ...WHOLE,
    'microciv/sub': { '/sub/current': 'microciv/sub-7' },
    'microciv/sub-7': { '/sub/': 'page 7', '/sub/api/games.json': 'games 7' },
  };
  const ask = worker(kept, newer, '/sub/');
  expect(await ask('/sub/', { mode: 'navigate' })).toBe('page 7');
  expect(await ask('/sub/index.html', { mode: 'navigate' })).toBe('page 7');
  expect(await ask('/sub/api/games.json')).toBe('games 7');
  expect(await ask('/sub/docs/index.html', { mode: 'navigate' })).toBe(
    'server /sub/docs/index.html',
  );
});

test('a version that is half loaded is not served', async () => {
  const half = { ...WHOLE, 'microciv-2': { '/a.js': 'script 2' } };
  expect(await worker(half, away)('/a.js')).toBe('script 1');
  const first = { 'microciv-1': { '/': 'page 1' } };
  expect(await worker(first, newer)('/', { mode: 'navigate' })).toBe('server /');
});

test('the words of games are the server’s, and what is kept while it does not answer', async () => {
  expect(await worker(WHOLE, newer)('/api/games')).toBe('server /api/games');
  expect(await worker(WHOLE, away)('/api/games')).toBe('games 1');
  expect(await worker(WHOLE, away)('/api/titles/de')).toBe('titles 1');
  await expect(worker(WHOLE, away)('/api/games/5x/texts')).rejects.toThrow('offline');
});

test('tables and whether there is a newer version are asked of the server alone', async () => {
  const ask = worker({ ...WHOLE, 'microciv-1': { '/engine.json': 'kept' } }, newer);
  expect(await ask('/api/tables/abc')).toBe('server /api/tables/abc');
  expect(await ask('/engine.json?fresh')).toBe('server /engine.json');
  expect(await ask('/engine.json')).toBe('kept');
});

test('what is sent, and what is another’s, goes its way', () => {
  const ask = worker(WHOLE, newer);
  expect(ask('/api/tables', { method: 'POST' })).toBeNull();
  expect(ask('https://elsewhere.example/a.js')).toBeNull();
});

test('what is pushed is shown, leads to its table, open or not, and is turned off in one tap', async () => {
  const listeners: Record<string, (event: unknown) => void> = {};
  const listen = (type: string, listener: (event: unknown) => void) => (listeners[type] = listener);
  const showNotification = vi.fn(() => Promise.resolve());
  const page = { url: `${HERE}/t/open#screen`, focus: vi.fn() };
  const clients = { matchAll: () => Promise.resolve([page]), openWindow: vi.fn() };
  const where = { origin: HERE, href: `${HERE}/sw.js` };
  const run = new Function('addEventListener', 'location', 'registration', 'clients', SOURCE);
  const unsubscribe = vi.fn();
  const pushManager = { getSubscription: () => Promise.resolve({ unsubscribe }) };
  run(listen, where, { showNotification, pushManager }, clients);
  let done: Promise<unknown> = Promise.resolve();
  const waitUntil = (work: Promise<unknown>): void => void (done = work);

  const told = { title: 'Your turn in 5X', body: 'With Ben.', path: '/t/open', off: 'No more' };
  listeners['push']?.({ data: { json: () => told }, waitUntil });
  await done;
  const actions = [{ action: 'off', title: 'No more' }];
  const how = { body: 'With Ben.', tag: '/t/open', data: '/t/open', icon: '/favicon.svg', actions };
  expect(showNotification).toHaveBeenCalledWith('Your turn in 5X', how);

  const close = vi.fn();
  for (const data of ['/t/open', '/t/other']) {
    listeners['notificationclick']?.({ notification: { data, close }, waitUntil });
    await done;
  }
  expect(page.focus).toHaveBeenCalledTimes(1);
  expect(unsubscribe).not.toHaveBeenCalled();
  const notification = { data: '/t/third', close };
  listeners['notificationclick']?.({ notification, action: 'off', waitUntil });
  await done;
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(clients.openWindow).toHaveBeenCalledExactlyOnceWith('/t/other');
  expect(close).toHaveBeenCalledTimes(3);
});
