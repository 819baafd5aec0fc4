import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Keeping } from '../../src/device/keeping';
import { Disk } from './indexed_db';

const PAGE = 4096;
const page = (filling: number): Uint8Array => new Uint8Array(PAGE).fill(filling);
const fillings = (kept: Uint8Array): number[] =>
  Array.from({ length: kept.length / PAGE }, (_, at) => kept[at * PAGE] ?? -1);

let disk: Disk;

beforeEach(() => {
  disk = new Disk();
  vi.stubGlobal('indexedDB', disk.indexedDB);
  vi.stubGlobal('IDBKeyRange', disk.IDBKeyRange);
});

afterEach(() => vi.unstubAllGlobals());

async function read(): Promise<number[]> {
  return fillings(await new Keeping().read());
}

test('what is kept is what the next page finds, in the order of its pages', async () => {
  const tab = new Keeping();
  expect(await tab.read()).toHaveLength(0);
  expect(await tab.keep(3, [2, 0, 1], [page(3), page(1), page(2)])).toBe(true);
  expect(await tab.keep(3, [1], [page(9)])).toBe(true);
  expect(await read()).toEqual([1, 9, 3]);
});

test('a database that has become shorter leaves nothing of what it was', async () => {
  const tab = new Keeping();
  await tab.keep(3, [0, 1, 2], [page(1), page(2), page(3)]);
  expect(await tab.keep(1, [0], [page(7)])).toBe(true);
  expect(await read()).toEqual([7]);
});

test('where there is no room nothing is kept, and nothing that was kept is lost', async () => {
  const tab = new Keeping();
  await tab.keep(2, [0, 1], [page(1), page(2)]);
  disk.full = true;
  expect(await tab.keep(1, [0], [page(7)])).toBe(false);
  disk.full = false;
  expect(await read()).toEqual([1, 2]);
  expect(await tab.keep(2, [1], [page(8)])).toBe(true);
  expect(await read()).toEqual([1, 8]);
});

test('a tab that is killed while it writes has written nothing', async () => {
  const tab = new Keeping();
  await tab.keep(2, [0, 1], [page(1), page(2)]);
  disk.dies = true;
  void tab.keep(2, [0, 1], [page(7), page(8)]);
  await new Promise((done) => setTimeout(done, 20));
  disk.dies = false;
  expect(await read()).toEqual([1, 2]);
});

test('pages never come on top of what another tab has kept', async () => {
  const [one, other] = [new Keeping(), new Keeping()];
  await one.keep(2, [0, 1], [page(1), page(2)]);
  await other.read();
  await other.keep(2, [0, 1], [page(3), page(4)]);
  expect(await one.keep(2, [1], [page(9)])).toBe(false);
  expect(await read()).toEqual([3, 4]);
  // All of it needs nothing of the other's.
  expect(await one.keep(2, [0, 1], [page(1), page(9)])).toBe(true);
  expect(await read()).toEqual([1, 9]);
});

test('nor where somebody has cleared the storage meanwhile', async () => {
  const tab = new Keeping();
  await tab.keep(2, [0, 1], [page(1), page(2)]);
  disk.stores = new Map([['pages', new Map()]]);
  expect(await tab.keep(2, [1], [page(9)])).toBe(false);
  expect(await read()).toEqual([]);
});

test('what an earlier version kept whole is there by pages', async () => {
  const whole = new Uint8Array(2 * PAGE).fill(5, PAGE);
  disk.stores = new Map([['device', new Map([['database', whole]])]]);
  disk.version = 1;
  expect(await read()).toEqual([0, 5]);
  expect([...disk.stores.keys()]).toEqual(['pages']);
});

test('and as it was if the tab is killed while it is taken over', async () => {
  const whole = new Uint8Array(2 * PAGE).fill(5, PAGE);
  disk.stores = new Map([['device', new Map([['database', whole]])]]);
  disk.version = 1;
  disk.dies = true;
  void new Keeping().read();
  await new Promise((done) => setTimeout(done, 20));
  disk.dies = false;
  expect(await read()).toEqual([0, 5]);
});

test('a browser that allows no storage is played in all the same', async () => {
  disk.forbidden = true;
  const tab = new Keeping();
  expect(await tab.read()).toHaveLength(0);
  expect(await tab.keep(1, [0], [page(1)])).toBe(false);
});
