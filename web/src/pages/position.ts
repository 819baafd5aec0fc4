/** A position as text that people change: JSON, what is short of it in one line. */
import { frame, t } from '../language/words';
const WIDE = 88;

type Plain = Record<string, unknown>;

const isObject = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function line(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(line).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const parts = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${line(one)}`);
  return `{${parts.join(', ')}}`;
}

export function written(value: unknown, indent = ''): string {
  const short = line(value);
  if (typeof value !== 'object' || value === null || (indent && short.length <= WIDE)) return short;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => inner + written(one, inner))
    : Object.entries(value).map(
        ([name, one]) => `${inner}${JSON.stringify(name)}: ${written(one, inner)}`,
      );
  const [begin, end] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${begin}\n${parts.join(',\n')}\n${indent}${end}`;
}

/** The document; refuses in words what is none. */
export function read(text: string): Plain {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(t('This is not JSON: {why}', { why: (error as Error).message }), {
      cause: error,
    });
  }
  if (!isObject(value)) throw new Error(frame('Expected a position: an object in { }.'));
  return value;
}

/** How many sit down in it; null: as it stands it cannot be read. */
export function seatsOf(text: string): number | null {
  try {
    const { options, table } = read(text);
    const said = isObject(options) ? options['seats'] : undefined;
    const seats = said ?? (Array.isArray(table) ? table.length : null);
    return Number.isInteger(seats) && Number(seats) > 0 && Number(seats) <= 15
      ? Number(seats)
      : null;
  } catch {
    return null;
  }
}

/** Who was chosen, of the seats that there are; whose own seat is gone has the first one. */
export function settled(chosen: Record<number, string>, seats: number): Record<number, string> {
  const all = Object.entries(chosen);
  const gone = all.some(([seat, who]) => who === 'you' && Number(seat) >= seats);
  const here = Object.fromEntries(all.filter(([seat]) => Number(seat) < seats));
  return gone ? { ...here, 0: 'you' } : here;
}

const STRING = /"(?:[^"\\]|\\.)*"/y;
const WORD = /[^\s,:[\]{}"]+/y;

function matched(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at + 1;
}

const past = (text: string, at: number): number =>
  text[at] === '"' ? matched(STRING, text, at) : matched(WORD, text, at);

/** Where a value ends that begins here. */
function endOf(text: string, begin: number): number {
  let depth = 0;
  for (let at = begin; at < text.length;) {
    const letter = text[at] ?? '';
    if ('[{'.includes(letter)) depth += 1;
    if (']}'.includes(letter)) depth -= 1;
    const next = '[]{},:'.includes(letter) || !letter.trim() ? at + 1 : past(text, at);
    if (depth === 0 && letter.trim()) return next;
    at = next;
  }
  return text.length;
}

/** Where the parts of a list or an object begin, by name or number. */
function partsOf(text: string, begin: number): Map<string, number> {
  const parts = new Map<string, number>();
  const named = text[begin] === '{';
  let at = begin + 1;
  const blank = (): void => {
    while (/[\s,:]/.test(text[at] ?? '')) at += 1;
  };
  for (blank(); at < text.length && !']}'.includes(text[at] ?? ''); blank()) {
    let name = parts.size.toString();
    if (named) {
      const end = past(text, at);
      name = text.slice(at + 1, end - 1);
      at = end;
      blank();
    }
    parts.set(name, at);
    at = endOf(text, at);
  }
  return parts;
}

/** Where the field stands with which a message begins, as "table[1].hand: …"; null: it names none. */
export function fieldIn(text: string, message: string): [number, number] | null {
  const path = /^[\w.[\]-]+(?=: )/.exec(message)?.[0];
  let at = text.search(/\S/);
  let found = false;
  for (const part of path?.match(/[\w-]+/g) ?? []) {
    const inside = '[{'.includes(text[at] ?? ' ') ? partsOf(text, at).get(part) : undefined;
    if (inside === undefined) break; // it is missing: where it should be
    [at, found] = [inside, true];
  }
  return found ? [at, endOf(text, at)] : null;
}
