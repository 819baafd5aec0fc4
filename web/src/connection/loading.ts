/**
 * What this device keeps so that it plays without a server: the page, the engine, the words of the
 * games. Each version has a cache of its own, which counts when it is whole: so a load that breaks
 * off goes on later, and takes nothing away. `public/sw.js` serves what is kept.
 */
import { LANGUAGES, t, type Language } from '../language/words';
import { api, gamesIn, textsOf, titlesIn } from './api';
import type { Engine } from './device';
import { Refused } from './refused';
import { fileAt, hasServer, root } from './site';
import { rememberEngine } from './where';

export interface Progress {
  /** Bytes, as they are sent. */
  loaded: number;
  size: number;
}

/** As `public/sw.js` calls them; another folder of the same address may have another site. */
const CACHES = `microciv${root.slice(0, -1)}`;
const CURRENT = fileAt('current');
const AT_ONCE = 4;

const cacheOf = ({ version }: Engine): string => `${CACHES}-${version}`;

/** Browsers keep nothing of an address that is not secure. */
export const canKeep = (): boolean => 'caches' in globalThis && 'serviceWorker' in navigator;

/** The version that this device has; null: none. */
export async function keptVersion(): Promise<string | null> {
  if (!canKeep()) return null;
  const which = await (await caches.open(CACHES)).match(CURRENT);
  return which ? (await which.text()).slice(CACHES.length + 1) : null;
}

/** What the server has now; null: it does not answer, or has no engine. */
export async function offered(): Promise<Engine | null> {
  try {
    const response = await fetch(fileAt('engine.json?fresh'), { cache: 'no-store' });
    return response.ok ? ((await response.json()) as Engine) : null;
  } catch {
    return null;
  }
}

export function sizeOf({ files }: Engine): number {
  return Object.values(files).reduce((sum, [sent]) => sum + sent, 0);
}

/** Load all of it, or what is missing of it. */
export async function load(
  engine: Engine,
  tell: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const cache = await caches.open(cacheOf(engine));
  const size = sizeOf(engine);
  let loaded = 0;
  const more = (bytes: number): void => {
    loaded += bytes;
    tell({ loaded: Math.min(loaded, size), size });
  };
  const files = Object.entries(engine.files);
  const loadNext = async (): Promise<void> => {
    for (let next = files.shift(); next; next = files.shift()) {
      const [name, [sent, whole]] = next;
      const path = fileAt(name);
      if (await cache.match(path)) more(sent);
      else await keepFile(cache, path, sent / Math.max(1, whole), more, signal);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loadNext));
  // Of a site of plain files they are among the files.
  for (const path of hasServer ? await words() : []) await keepFile(cache, path, 0, more, signal);
  // A site that changed meanwhile would leave half of each version.
  if ((await offered())?.version !== engine.version) {
    await caches.delete(cacheOf(engine));
    throw new Refused(0, 'changed', t('The site has changed meanwhile: load it again.'));
  }
  await cache.put(fileAt('engine.json'), new Response(JSON.stringify(engine)));
  await (await caches.open(CACHES)).put(CURRENT, new Response(cacheOf(engine)));
  for (const name of await caches.keys()) {
    if (name.startsWith(`${CACHES}-`) && name !== cacheOf(engine)) await caches.delete(name);
  }
  rememberEngine(true);
  await navigator.serviceWorker.register(fileAt('sw.js'));
  await navigator.serviceWorker.ready;
  // Asked of the browser: not to throw it away when room gets scarce.
  await (navigator as { storage?: StorageManager }).storage?.persist?.();
}

/** Where the games and their words are, in any language. */
async function words(): Promise<string[]> {
  const games = await api.games();
  const paths = (Object.keys(LANGUAGES) as Language[]).flatMap((spoken) => [
    gamesIn(spoken),
    titlesIn(spoken),
    ...games.map(({ name }) => textsOf(name, spoken)),
  ]);
  return paths.map((path) => `/api${path}`);
}

async function keepFile(
  cache: Cache,
  path: string,
  part: number,
  more: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(path, { cache: 'no-cache', signal });
  if (!response.ok || !response.body) {
    throw new Refused(
      response.status,
      'failed',
      t('{path} cannot be loaded. Try again.', { path }),
    );
  }
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, stream) {
      more(bytes.length * part);
      stream.enqueue(bytes);
    },
  });
  const headers = { 'content-type': response.headers.get('content-type') ?? '' };
  for (const name of ['content-security-policy', 'cross-origin-opener-policy']) {
    const value = response.headers.get(name);
    if (value) Object.assign(headers, { [name]: value });
  }
  await cache.put(path, new Response(response.body.pipeThrough(counted), { headers }));
}

/** Keep nothing of it any more; matches stay. */
export async function unload(): Promise<void> {
  rememberEngine(false);
  const worker = await navigator.serviceWorker.getRegistration(root);
  // It may still have to show notices; without what is kept it serves nothing.
  if (!(await worker?.pushManager?.getSubscription())) await worker?.unregister();
  for (const name of await caches.keys()) {
    if (name === CACHES || name.startsWith(`${CACHES}-`)) await caches.delete(name);
  }
}
