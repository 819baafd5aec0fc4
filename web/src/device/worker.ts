/**
 * The engine worker: Python, and in it the site on this device. It hands messages on, and keeps the
 * database; all else is the site's.
 */
import { Keeping } from './keeping';

export interface Begin {
  /** Where the files of the engine are. */
  folder: string;
}

/** What the worker says of itself; what else it says comes from the site, as text. */
export type Word =
  | { word: 'waits' }
  | { word: 'ready' }
  | { word: 'failed'; why: string }
  | { word: 'full' | 'kept' };

interface Python {
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
  pyimport(module: string): { begin: (...parts: unknown[]) => Promise<(text: string) => unknown> };
}

type Loader = (options: { indexURL: string }) => Promise<Python>;

const MODULES = '/lib/python3.14/site-packages';
const LOCK = 'microciv.device';

/** Of what Python says, the last line is for people. */
const lastLine = (fault: unknown): string =>
  (fault instanceof Error ? fault.message : String(fault)).trim().split('\n').at(-1) ?? '';

const tell = (word: Word): void => postMessage(word);

/** Two engines would overwrite each other's matches: the second waits until the first has gone. */
async function alone(): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return; // an address that is not secure
  const forEver = new Promise<void>(() => undefined);
  await new Promise<void>((resolve) => {
    void locks.request(LOCK, { ifAvailable: true }, (lock) => {
      if (lock) {
        resolve();
        return forEver;
      }
      tell({ word: 'waits' });
      void locks.request(LOCK, () => {
        resolve();
        return forEver;
      });
      return undefined;
    });
  });
}

async function archive(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status.toString()}`);
  return response.arrayBuffer();
}

async function begin({ folder }: Begin): Promise<(text: string) => unknown> {
  await alone();
  const [{ loadPyodide }, wheel, modules] = await Promise.all([
    import(/* @vite-ignore */ `${folder}/pyodide.mjs`) as Promise<{ loadPyodide: Loader }>,
    archive(`${folder}/msgspec.whl`),
    archive(`${folder}/microciv.zip`),
  ]);
  const python = await loadPyodide({ indexURL: `${folder}/` });
  for (const one of [wheel, modules]) python.unpackArchive(one, 'zip', { extractDir: MODULES });
  const site = python.pyimport('microciv.device.browser');
  const keeping = new Keeping();
  let full = false;
  const keep = async (
    count: number,
    numbers: number[],
    contents: Uint8Array[],
  ): Promise<boolean> => {
    const kept = await keeping.keep(count, numbers, contents);
    if (!kept && numbers.length < count) return false; // the site tries it with all of it
    if (kept === full) tell({ word: kept ? 'kept' : 'full' });
    full = !kept;
    return kept;
  };
  return site.begin(await keeping.read(), keep, (text: string) => postMessage(text));
}

// Pyodide does not reject all that goes wrong while it loads.
addEventListener('unhandledrejection', ({ reason }) => {
  if (!site) tell({ word: 'failed', why: lastLine(reason) });
});

let site: ((text: string) => unknown) | null = null;
/** What came before the site was there. */
let early: string[] = [];

onmessage = ({ data }: MessageEvent<Begin | string>) => {
  if (typeof data === 'string') {
    if (site) site(data);
    else early.push(data);
    return;
  }
  begin(data).then(
    (opened) => {
      site = opened;
      tell({ word: 'ready' });
      for (const text of early) site(text);
      early = [];
    },
    (fault: unknown) => tell({ word: 'failed', why: lastLine(fault) }),
  );
};
