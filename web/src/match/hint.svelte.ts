const KEY = 'microciv.hint';
const KNOWN = 'known';
const TAPS = 3;

/** What is said once, at the first table that a person ever sits at. */
export class Hint {
  shown = $state(false);
  private taps = 0;

  constructor(table: string) {
    this.shown = (read() ?? table) === table;
    if (this.shown) write(table);
  }

  /** Whoever has done it some times knows. */
  use(): void {
    this.taps += 1;
    if (this.shown && this.taps >= TAPS) this.dismiss();
  }

  dismiss(): void {
    this.shown = false;
    write(KNOWN);
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return KNOWN; // without a memory it would be said at every table
  }
}

function write(value: string): void {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // as above
  }
}
