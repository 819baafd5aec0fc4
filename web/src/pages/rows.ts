/** Rows of a table, as people write them in a file: TOML with `[[cards]]`, or JSON. */
import { t } from '../language/words';
export interface Patch {
  rows: unknown[];
  fingerprint?: string;
}

/** What is wrong with a text, in words for who wrote it. */
export class Unreadable extends Error {}

/** Rows from a text. An empty one has none. */
export function readRows(text: string): Patch {
  if (!text.trim()) return { rows: [] };
  const data = /^\s*[[{](?!\[)/.test(text) ? fromJson(text) : fromToml(text);
  return asPatch(data);
}

function fromJson(text: string): unknown {
  // A table of TOML begins with a bracket, too.
  if (/^\s*\[\s*[A-Za-z_]/.test(text)) return fromToml(text);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Unreadable(t('not JSON: {why}', { why: (error as Error).message }));
  }
}

function asPatch(data: unknown): Patch {
  if (Array.isArray(data)) return { rows: data };
  if (typeof data !== 'object' || data === null) {
    throw new Unreadable(t('expected rows, such as [[cards]] with name = "Granary" and cost = 6'));
  }
  const found = data as Record<string, unknown>;
  const inner = found['cards'] ?? found['rows'];
  // A record or a whole set of options may be pasted, too.
  if (inner === undefined && found['options']) return asPatch(found['options']);
  if (inner !== undefined && !Array.isArray(inner)) return asPatch(inner);
  if (inner === undefined) throw new Unreadable(t('there is no table [[cards]] in it'));
  const { fingerprint } = found;
  return typeof fingerprint === 'string' && fingerprint
    ? { rows: inner as unknown[], fingerprint }
    : { rows: inner as unknown[] };
}

// --- as much of TOML as such a file needs

/** Lines, and how far they have been read. */
class Reader {
  at = 0;
  constructor(readonly source: string) {}

  get line(): number {
    return this.source.slice(0, this.at).split('\n').length;
  }

  fail(words: string): never {
    throw new Unreadable(t('line {line}: {words}', { line: this.line, words }));
  }

  /** The next of it, if it is this. */
  take(pattern: RegExp): string | null {
    const found = new RegExp(pattern.source, 'y');
    found.lastIndex = this.at;
    const match = found.exec(this.source);
    if (!match) return null;
    this.at += match[0].length;
    return match[1] ?? match[0];
  }

  /** Over spaces, and over line ends and comments if they do not count. */
  skip(lines: boolean): void {
    this.take(lines ? /(?:\s|#[^\n]*)*/ : /[ \t]*/);
  }

  get done(): boolean {
    return this.at >= this.source.length;
  }
}

function fromToml(text: string): Record<string, unknown> {
  const reader: Reader = new Reader(text.replaceAll('\r\n', '\n'));
  const data: Record<string, unknown> = {};
  let table = data;
  for (reader.skip(true); !reader.done; reader.skip(true)) {
    const list = reader.take(/\[\[\s*([\w-]+)\s*\]\]/);
    const single = list ? null : reader.take(/\[\s*([\w-]+)\s*\]/);
    if (list) {
      table = {};
      const rows = (data[list] ??= []);
      if (!Array.isArray(rows)) reader.fail(t('{name} is no list of rows', { name: list }));
      rows.push(table);
    } else if (single) {
      table = {};
      data[single] = table;
    } else pair(reader, table);
    reader.skip(false);
    reader.take(/#[^\n]*/);
    if (!reader.done && !reader.take(/\n/)) reader.fail(t('expected the end of the line'));
  }
  return data;
}

/** `cost = 6`. */
function pair(reader: Reader, table: Record<string, unknown>): void {
  const key = reader.take(/([\w-]+)/) ?? reader.take(/"([^"\n]*)"/) ?? reader.take(/'([^'\n]*)'/);
  if (key === null) reader.fail(t('expected a column, such as cost = 6, or [[cards]]'));
  if (key in table) reader.fail(t('{name} is there twice', { name: key }));
  reader.skip(false);
  if (!reader.take(/=/)) reader.fail(t('expected = after {name}', { name: key }));
  reader.skip(false);
  table[key] = value(reader);
}

function value(reader: Reader): unknown {
  const basic = reader.take(/"(?:[^"\\\n]|\\.)*"/);
  if (basic !== null) {
    try {
      return JSON.parse(basic) as unknown;
    } catch {
      reader.fail(t('a text that is not written well'));
    }
  }
  const literal = reader.take(/'([^'\n]*)'/);
  if (literal !== null) return literal;
  const word = reader.take(/(true|false)\b/);
  if (word) return word === 'true';
  const number = reader.take(/[+-]?\d[\d_]*(?![\w.])/);
  if (number) return Number(number.replaceAll('_', ''));
  if (reader.take(/\[/)) return items(reader);
  if (reader.take(/\{/)) return inline(reader);
  return reader.fail(t('expected a "text", a whole number, true, false or a [list]'));
}

function items(reader: Reader): unknown[] {
  const found: unknown[] = [];
  for (;;) {
    reader.skip(true);
    if (reader.take(/\]/)) return found;
    found.push(value(reader));
    reader.skip(true);
    if (reader.take(/\]/)) return found;
    if (!reader.take(/,/)) reader.fail(t('expected , or ] in a list'));
  }
}

function inline(reader: Reader): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (;;) {
    reader.skip(false);
    if (reader.take(/\}/)) return found;
    pair(reader, found);
    reader.skip(false);
    if (reader.take(/\}/)) return found;
    if (!reader.take(/,/)) reader.fail(t('expected , or } in a row'));
  }
}
