/** Where the database of this device is kept: whole, under one name, in IndexedDB. */
const NAME = 'microciv';
const STORE = 'device';
const KEY = 'database';

function promised<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return promised(request);
}

/** Some browsers keep nothing for private windows. Then nothing is overwritten, either. */
let forbidden = false;

/** What was kept last; empty: nothing. */
export async function keptDatabase(): Promise<Uint8Array> {
  let database: IDBDatabase;
  try {
    database = await opened();
  } catch {
    forbidden = true;
    return new Uint8Array();
  }
  try {
    const kept: unknown = await promised(database.transaction(STORE).objectStore(STORE).get(KEY));
    return kept instanceof Uint8Array ? kept : new Uint8Array();
  } finally {
    database.close();
  }
}

/** Keep it in place of what was kept before, all of it or nothing. False: there is no room. */
export async function keep(bytes: Uint8Array): Promise<boolean> {
  if (forbidden) return false;
  try {
    const database = await opened();
    try {
      const change = database.transaction(STORE, 'readwrite', { durability: 'strict' });
      change.objectStore(STORE).put(bytes, KEY);
      await new Promise<void>((resolve, reject) => {
        change.oncomplete = () => resolve();
        change.onabort = () => reject(change.error ?? new Error('IndexedDB'));
      });
    } finally {
      database.close();
    }
    return true;
  } catch {
    return false;
  }
}
