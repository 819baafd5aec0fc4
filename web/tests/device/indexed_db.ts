/** As much of IndexedDB as `keeping.ts` uses: a change happens when it completes, or not at all. */
type Key = number | string;
type Stores = Map<string, Map<Key, unknown>>;

class Range {
  constructor(
    private readonly lower: number,
    private readonly upper: number,
  ) {}

  static bound = (lower: number, upper: number): Range => new Range(lower, upper);

  has = (key: Key): boolean => typeof key === 'number' && key >= this.lower && key <= this.upper;
}

class Request<Result> {
  result!: Result;
  error: Error | null = null;
  onsuccess: (() => void) | null = null;
  onerror: (() => void) | null = null;
}

class Store {
  constructor(
    private readonly change: Change,
    private readonly entries: Map<Key, unknown>,
  ) {}

  get = (key: Key): Request<unknown> => this.change.ask(() => this.entries.get(key));

  getAll(range: Range): Request<unknown[]> {
    const wanted = (): Key[] => [...this.entries.keys()].filter((key) => range.has(key));
    const inOrder = (): Key[] => wanted().sort((one, other) => Number(one) - Number(other));
    return this.change.ask(() => inOrder().map((key) => this.entries.get(key)));
  }

  put(value: unknown, key: Key): Request<unknown> {
    return this.change.ask(() => {
      if (this.change.disk.full) this.change.abort();
      else this.entries.set(key, value);
    });
  }

  delete(range: Range): Request<unknown> {
    return this.change.ask(() => {
      for (const key of [...this.entries.keys()]) if (range.has(key)) this.entries.delete(key);
    });
  }
}

class Change {
  error = new Error('QuotaExceededError');
  oncomplete: (() => void) | null = null;
  onabort: (() => void) | null = null;
  readonly draft: Stores;
  private waiting = 0;
  private ended = false;

  constructor(
    readonly disk: Disk,
    stores: Stores,
  ) {
    this.draft = new Map([...stores].map(([name, entries]) => [name, new Map(entries)]));
    this.settle();
  }

  objectStore = (name: string): Store => new Store(this, this.draft.get(name) ?? new Map());

  ask<Result>(work: () => Result): Request<Result> {
    if (this.ended) throw new Error('TransactionInactiveError');
    const request = new Request<Result>();
    this.waiting += 1;
    setTimeout(() => {
      this.waiting -= 1;
      if (this.ended) return;
      request.result = work();
      request.onsuccess?.();
      this.settle();
    });
    return request;
  }

  abort(): void {
    this.ended = true;
    setTimeout(() => this.onabort?.());
  }

  private settle(): void {
    setTimeout(() => {
      if (this.waiting || this.ended) return;
      this.ended = true;
      // A tab that is killed in the midst of it has written nothing.
      if (this.disk.dies) return;
      this.disk.stores = this.draft;
      this.oncomplete?.();
    });
  }
}

export class Disk {
  stores: Stores = new Map();
  version = 0;
  full = false;
  dies = false;
  forbidden = false;

  readonly indexedDB = {
    open: (_: string, version: number) => {
      const request = Object.assign(new Request<unknown>(), {
        onupgradeneeded: null as (() => void) | null,
        transaction: null as Change | null,
      });
      setTimeout(() => {
        if (this.forbidden) return request.onerror?.();
        const stores = (): Stores => request.transaction?.draft ?? this.stores;
        request.result = {
          objectStoreNames: { contains: (name: string) => stores().has(name) },
          createObjectStore: (name: string) => {
            stores().set(name, new Map());
            return new Store(
              request.transaction as Change,
              stores().get(name) as Map<Key, unknown>,
            );
          },
          deleteObjectStore: (name: string) => stores().delete(name),
          transaction: () => new Change(this, this.stores),
          close: () => undefined,
        };
        if (this.version >= version) return request.onsuccess?.();
        const change = new Change(this, this.stores);
        request.transaction = change;
        change.oncomplete = () => {
          this.version = version;
          request.transaction = null;
          request.onsuccess?.();
        };
        request.onupgradeneeded?.();
      });
      return request;
    },
  };

  readonly IDBKeyRange = Range;
}
