/**
 * The site on this device, as a server is to the page: it is asked, and tables are dialled. It lives
 * in a worker, which is started when somebody wants anything of it.
 */
import type { Begin, Word } from '../device/worker';
import { t } from '../language/words';
import { reader } from './reader';
import { Refused } from './refused';
import { fileAt } from './site';

export interface Told {
  status: number;
  text: string;
}

/** How far the worker is; with words for people if it did not come to be. */
export interface Standing {
  state: 'off' | 'starts' | 'waits' | 'ready' | 'failed';
  why: string;
  /** What is played now is lost with the page, as there is no room to keep it. */
  full: boolean;
}

interface Asked {
  line(text: string): void;
  told(told: Told): void;
  fail(fault: Refused): void;
}

interface Listener {
  heard(text: string): void;
  closed(): void;
}

type FromSite =
  | { type: 'told'; id: number; status: number; text: string }
  | { type: 'line' | 'heard'; id: number; text: string }
  | { type: 'hung_up'; id: number };

/** Where the engine is, and all that there is to load, seen from the page: by tools/device.py. */
export interface Engine {
  version: string;
  folder: string;
  /** All that a device has to load: of each file the bytes that are sent, and those that it has. */
  files: Record<string, [number, number]>;
}

const notThere = (): string =>
  t('This device has nothing to play with yet: load it while the server answers.');

export class Device {
  standing: Standing = { state: 'off', why: '', full: false };
  private worker: Worker | null = null;
  private count = 0;
  private readonly asks = new Map<number, Asked>();
  private readonly lines = new Map<number, Listener>();
  private readonly watchers = new Set<(standing: Standing) => void>();

  constructor(
    private readonly make: () => Worker = () =>
      new Worker(new URL('../device/worker.ts', import.meta.url), { type: 'module' }),
  ) {}

  /** Be told how far the worker is, now and later; ends by what is returned. */
  watch(watcher: (standing: Standing) => void): () => void {
    this.watchers.add(watcher);
    watcher(this.standing);
    return () => this.watchers.delete(watcher);
  }

  ask(method: string, path: string, body: unknown, token: string | null): Promise<Told> {
    return this.grow(method, path, body, token, () => undefined);
  }

  /** The same of what grows line by line. */
  grow(
    method: string,
    path: string,
    body: unknown,
    token: string | null,
    line: (text: string) => void,
    signal?: AbortSignal,
  ): Promise<Told> {
    const id = this.next();
    signal?.addEventListener('abort', () => this.say({ type: 'stop', id }));
    const text = body === undefined ? '' : JSON.stringify(body);
    return new Promise((told, fail) => {
      this.asks.set(id, { line, told, fail });
      this.say({ type: 'ask', id, method, path: `/api${path}`, token, body: text, ...reader() });
    });
  }

  /** Open a line to a table. */
  dial(table: string, listener: Listener): { send(text: string): void; close(): void } {
    const id = this.next();
    this.lines.set(id, listener);
    this.say({ type: 'dial', id, table });
    return {
      send: (text) => this.say({ type: 'send', id, text }),
      close: () => this.say({ type: 'hang_up', id }),
    };
  }

  private next(): number {
    this.count += 1;
    return this.count;
  }

  private say(message: Record<string, unknown>): void {
    this.worker ??= this.start();
    this.worker.postMessage(JSON.stringify(message));
  }

  private start(): Worker {
    const worker = this.make();
    worker.onmessage = ({ data }: MessageEvent<Word | string>) => {
      if (typeof data === 'string') this.hear(JSON.parse(data) as FromSite);
      else this.follow(data);
    };
    worker.onerror = () => this.fail(t('its engine did not start'));
    this.stand({ state: 'starts', why: '', full: false });
    engine().then(
      ({ folder }) => {
        const begin: Begin = { folder: new URL(fileAt(folder), location.href).href };
        worker.postMessage(begin);
      },
      () => this.fail(notThere()),
    );
    return worker;
  }

  private follow(told: Word): void {
    if (told.word === 'full') this.stand({ ...this.standing, full: true });
    else if (told.word === 'kept') this.stand({ ...this.standing, full: false });
    else if (told.word === 'failed') this.fail(told.why);
    else this.stand({ ...this.standing, state: told.word });
  }

  private hear(told: FromSite): void {
    if (told.type === 'line') this.asks.get(told.id)?.line(told.text);
    if (told.type === 'heard') this.lines.get(told.id)?.heard(told.text);
    if (told.type === 'told') {
      const asked = this.asks.get(told.id);
      this.asks.delete(told.id);
      asked?.told(told);
    }
    if (told.type === 'hung_up') {
      const line = this.lines.get(told.id);
      this.lines.delete(told.id);
      line?.closed();
    }
  }

  /** Whoever waits is told; the next who wants anything starts it anew. */
  private fail(why: string): void {
    this.worker?.terminate();
    this.worker = null;
    this.stand({ state: 'failed', why, full: false });
    const [asks, lines] = [[...this.asks.values()], [...this.lines.values()]];
    this.asks.clear();
    this.lines.clear();
    for (const asked of asks) asked.fail(new Refused(0, 'offline', why));
    for (const line of lines) line.closed();
  }

  private stand(standing: Standing): void {
    this.standing = standing;
    for (const watcher of this.watchers) watcher(standing);
  }
}

export async function engine(): Promise<Engine> {
  const response = await fetch(fileAt('engine.json'));
  if (!response.ok) throw new Refused(response.status, 'offline', notThere());
  return (await response.json()) as Engine;
}

export const device = new Device();
