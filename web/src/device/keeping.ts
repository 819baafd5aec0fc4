/**
 * Where the database of this device is kept: by pages, in IndexedDB. Beside them stands who wrote
 * last, since pages that come on top of somebody else's would make nonsense of both.
 */
const NAME = 'microciv';
const PAGES = 'pages';
const WRITTEN = 'written';
const PAGE = 4096;
/** Where all of it was kept whole, before there were pages. */
const FORMER = { store: 'device', key: 'database' };

function promised<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 2);
  request.onupgradeneeded = () => {
    const { result: database, transaction } = request;
    const pages = database.createObjectStore(PAGES);
    if (!transaction || !database.objectStoreNames.contains(FORMER.store)) return;
    // All of it happens in this one change, or the next who opens it finds it as it was.
    const former = transaction.objectStore(FORMER.store).get(FORMER.key);
    former.onsuccess = () => {
      const whole: unknown = former.result;
      if (whole instanceof Uint8Array) {
        for (let at = 0; at < whole.length; at += PAGE) {
          pages.put(whole.slice(at, at + PAGE), at / PAGE);
        }
      }
      database.deleteObjectStore(FORMER.store);
    };
  };
  return promised(request);
}

const allPages = (): IDBKeyRange => IDBKeyRange.bound(0, Infinity);

/** One page that keeps the database of this device. */
export class Keeping {
  /** Some browsers keep nothing for private windows. Then nothing is overwritten, either. */
  private forbidden = false;
  /** What stands beside the pages that were read or written from here last. */
  private written: unknown;

  /** What was kept last; empty: nothing. */
  async read(): Promise<Uint8Array> {
    let database: IDBDatabase;
    try {
      database = await opened();
    } catch {
      this.forbidden = true;
      return new Uint8Array();
    }
    try {
      const store = database.transaction(PAGES).objectStore(PAGES);
      const [mark, pages] = await Promise.all([
        promised<unknown>(store.get(WRITTEN)),
        promised<unknown[]>(store.getAll(allPages())),
      ]);
      this.written = mark;
      return joined(pages.filter((page) => page instanceof Uint8Array));
    } finally {
      database.close();
    }
  }

  /**
   * Keep these pages in place of those of the same numbers, and none after the first `count`: all
   * of it or nothing. False: there is no room; or these are not all that there are, and the others
   * are not what was kept from here.
   */
  async keep(count: number, numbers: number[], contents: Uint8Array[]): Promise<boolean> {
    if (this.forbidden) return false;
    try {
      const database = await opened();
      try {
        return await this.change(database, count, numbers, contents);
      } finally {
        database.close();
      }
    } catch {
      return false;
    }
  }

  private async change(
    database: IDBDatabase,
    count: number,
    numbers: number[],
    contents: Uint8Array[],
  ): Promise<boolean> {
    const change = database.transaction(PAGES, 'readwrite', { durability: 'strict' });
    const done = finished(change);
    const store = change.objectStore(PAGES);
    const rest = numbers.length < count;
    if (rest && (await promised<unknown>(store.get(WRITTEN))) !== this.written) return false;
    const mark = crypto.getRandomValues(new Uint32Array(4)).join('-');
    store.delete(IDBKeyRange.bound(count, Infinity));
    contents.forEach((page, which) => store.put(page, numbers[which]));
    store.put(mark, WRITTEN);
    await done;
    this.written = mark;
    return true;
  }
}

function joined(pages: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pages.reduce((sum, page) => sum + page.length, 0));
  let at = 0;
  for (const page of pages) {
    whole.set(page, at);
    at += page.length;
  }
  return whole;
}

function finished(change: IDBTransaction): Promise<void> {
  const done = new Promise<void>((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onabort = () => reject(change.error ?? new Error('IndexedDB'));
  });
  done.catch(() => undefined); // whoever waits for it is told; but it may come before anybody does
  return done;
}
