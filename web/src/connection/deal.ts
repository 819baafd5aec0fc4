/**
 * A deal that nobody can choose, as docs/protocol.md says: what this browser sends and saw of it is
 * kept with its seats, and compared with the record when the match is over.
 */
import type { DealRecord, RecordView } from '../generated/types';
import { t } from '../language/words';
import { readObject, write } from './storage';

/** This browser's part in the deal of a match, and what it saw. */
export interface Kept {
  match: number;
  /** Its own number, 32 bytes in hexadecimal; empty: it only watches. */
  nonce: string;
  /** The seal of the table's secret, as it stood before the hash was sent; empty: not seen. */
  seal: string;
  /** As they stood when the numbers were asked for; empty: not seen. */
  hashes: (string | null)[];
  seat: number | null;
  /** The server said that it has the number, in time. */
  revealed: boolean;
}

const DEALS = 'microciv.deals';
const MOST_TABLES = 30;
const MOST_MATCHES = 4;
const BYTES = 32;

/** Browsers hash only where the address is secure: on this machine, or by https. */
export const canHash = (): boolean => 'subtle' in crypto;

export function keptDeal(table: string, match: number): Kept | null {
  return keptDeals(table).find((kept) => kept.match === match) ?? null;
}

function keptDeals(table: string): Kept[] {
  const kept = readObject(DEALS)[table];
  return Array.isArray(kept) ? (kept as Kept[]) : [];
}

export function keepDeal(table: string, deal: Kept): void {
  const matches = keptDeals(table).filter(({ match }) => match !== deal.match);
  const others = Object.entries(readObject(DEALS)).filter(([other]) => other !== table);
  const kept = [...others.slice(1 - MOST_TABLES), [table, [...matches, deal].slice(-MOST_MATCHES)]];
  write(DEALS, JSON.stringify(Object.fromEntries(kept)));
}

export function newDeal(match: number, nonce = ''): Kept {
  return { match, nonce, seal: '', hashes: [], seat: null, revealed: false };
}

export function newNonce(): string {
  return hex(crypto.getRandomValues(new Uint8Array(BYTES)));
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(digits: string): number[] {
  return (digits.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
}

async function sha256(bytes: number[]): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))));
}

/** What is published of a nonce or a secret. */
export function hashOf(digits: string): Promise<string> {
  return sha256(bytesOf(digits));
}

/** The seed that follows from a deal. */
export function seedOf({ table, match, secret, nonces }: DealRecord): Promise<string> {
  const name = [...new TextEncoder().encode(table)];
  const number = [24, 16, 8, 0].map((shift) => (match >>> shift) & 255);
  return sha256([
    ...new TextEncoder().encode('microciv deal 1\n'),
    ...bytesOf(secret),
    name.length,
    ...name,
    ...number,
    nonces.length,
    ...nonces.flatMap((nonce) =>
      nonce === null ? Array<number>(1 + BYTES).fill(0) : [1, ...bytesOf(nonce)],
    ),
  ]);
}

/** What the check of a deal came to. */
export interface Verdict {
  /** What does not fit, each a sentence. */
  faults: string[];
  /** Whose numbers it was made from, by seat. */
  given: number[];
  /** Whose were missing in the end. */
  silent: number[];
  /** Is this browser's number in it, and the seal the one that it saw? Then nobody chose the deal. */
  mine: boolean;
  /** Has this browser a number that is not in it: it was away, or too late, or was not asked? */
  missing: boolean;
}

/** Compare a record with itself, and with what this browser saw. */
export async function check(
  record: RecordView,
  deal: DealRecord,
  kept: Kept | null,
): Promise<Verdict> {
  const faults: string[] = [];
  const fits = await Promise.all(
    deal.nonces.map(async (nonce, seat) => !nonce || (await hashOf(nonce)) === deal.hashes[seat]),
  );
  if ((await hashOf(deal.secret)) !== deal.seal) {
    faults.push(t('The secret of the table does not fit its seal.'));
  }
  if (!fits.every(Boolean)) faults.push(t('A number does not fit the hash that was sent of it.'));
  if ((await seedOf(deal)) !== record.seed) {
    faults.push(t('The cards were not dealt from these numbers.'));
  }
  if (kept?.seal && kept.seal !== deal.seal) {
    faults.push(
      t('The table’s secret is not the one that was sealed before the numbers were sent.'),
    );
  }
  if (kept?.hashes.length && JSON.stringify(kept.hashes) !== JSON.stringify(deal.hashes)) {
    faults.push(t('The hashes are not those that stood when the numbers were asked for.'));
  }
  const own = kept?.revealed && kept.seat !== null ? (deal.nonces[kept.seat] ?? null) : null;
  if (kept?.revealed && own === null) faults.push(t('Your number was sent in time, and left out.'));
  else if (kept?.revealed && own !== kept.nonce)
    faults.push(t('Your number is not the one you sent.'));
  const seats = deal.nonces.map((_, seat) => seat);
  return {
    faults,
    given: seats.filter((seat) => deal.nonces[seat]),
    silent: seats.filter((seat) => deal.hashes[seat] && !deal.nonces[seat]),
    mine: !faults.length && !!kept?.seal && own !== null,
    missing: !!kept?.nonce && !kept.revealed,
  };
}

/** A record with what this browser saw of its deal, for `microciv verify`. */
export function witnessed(record: RecordView, kept: Kept | null): RecordView {
  if (!kept?.seal) return record;
  const { seal, seat, nonce, hashes, revealed } = kept;
  return { ...record, witness: { seal, seat, nonce, hashes, revealed } };
}
