/** What a link carries behind its `#`, which browsers send to nobody: JSON, deflated, in base64url. */
import type { RecordView } from '../generated/types';
import { t } from '../language/words';

/** A match in a link: all that is needed to watch it. */
export interface Shared {
  record: RecordView;
  names: string[];
}

const damaged = (): string =>
  t(
    'This link is damaged: a part of it is missing or has changed on the way. Ask for it once more.',
  );
/** Of what a link unfolds to; a match has a tenth of it. */
const MOST_BYTES = 1_000_000;

async function through(bytes: Uint8Array<ArrayBuffer>, way: TransformStream): Promise<Uint8Array> {
  const writer = (way as TransformStream<Uint8Array<ArrayBuffer>, Uint8Array>).writable.getWriter();
  // What is wrong with the bytes is told where they are read.
  writer
    .write(bytes)
    .then(() => writer.close())
    .catch(() => undefined);
  const reader = way.readable.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = (await reader.read()) as ReadableStreamReadResult<Uint8Array>;
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > MOST_BYTES) throw new RangeError('too large');
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function pack(value: unknown): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(value));
  const bytes = await through(text, new CompressionStream('deflate'));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** What was packed; refuses in words for people what is damaged. */
export async function unpack(packed: string): Promise<unknown> {
  try {
    const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = await through(bytes, new DecompressionStream('deflate'));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text)) as unknown;
  } catch (error) {
    throw new Error(damaged(), { cause: error });
  }
}

/** A record to be shared: how it was dealt is checked by who has the file, and not needed to watch. */
export function packRecord({ record, names }: Shared): Promise<string> {
  const needed: Partial<RecordView> = { ...record };
  delete needed.deal;
  delete needed.witness;
  return pack({ record: needed, names });
}

export async function unpackRecord(packed: string): Promise<Shared> {
  const told = await unpack(packed);
  const { record, names } = (told ?? {}) as Partial<Shared>;
  const called = Array.isArray(names) && names.every((name) => typeof name === 'string');
  if (!record || typeof record !== 'object' || !called) {
    throw new Error(t('This link has no match in it: it was made for something else.'));
  }
  return { record, names };
}
