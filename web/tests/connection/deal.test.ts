import { beforeEach, expect, test } from 'vitest';
import {
  check,
  hashOf,
  keepDeal,
  keptDeal,
  newDeal,
  seedOf,
  witnessed,
} from '../../src/connection/deal';
import type { Kept } from '../../src/connection/deal';
import { Dealer } from '../../src/connection/dealer';
import type {
  ClientMessage,
  ComingDeal,
  DealRecord,
  DealView,
  RecordView,
  TableView,
} from '../../src/generated/types';
import { table as recorded } from '../recorded/five_x';

const NONCES = ['11', '22', '33'].map((pair) => pair.repeat(32));
/** As the server computes it from NONCES without the second. */
const SEED = 'e5d5a1f0cee6e44c3559efe410ebcbadb2fad41c050a334253599cac0ae720f6';
const SECRET = 'ab'.repeat(32);

beforeEach(() => localStorage.clear());

async function dealt(
  nonces: (string | null)[] = NONCES,
  secret = SECRET,
): Promise<{ record: RecordView; deal: DealRecord; kept: Kept }> {
  const hashes = await Promise.all(NONCES.map(hashOf));
  const seal = await hashOf(secret);
  const deal = { table: 'abc', match: 2, seal, secret, hashes, nonces };
  const record: RecordView = {
    ...{
      game: '5x',
      rules: 1,
      options: {},
      moves: [],
      position: null,
      agreed: null,
      ordered: [],
      left: [],
    },
    ...{ generator: 'hmac-sha256', seed: await seedOf(deal), deal, witness: null },
  };
  const [nonce = ''] = NONCES;
  return { record, deal, kept: { match: 2, nonce, seal, hashes, seat: 0, revealed: true } };
}

test('the seed is that of the server, byte for byte', async () => {
  const { deal } = await dealt([NONCES[0] ?? '', null, NONCES[2] ?? '']);
  expect(await seedOf(deal)).toBe(SEED);
});

test('nobody can have chosen a deal in which everything fits', async () => {
  const { record, deal, kept } = await dealt();
  const verdict = await check(record, deal, kept);
  expect(verdict).toEqual({ faults: [], given: [0, 1, 2], silent: [], mine: true, missing: false });
  expect(witnessed(record, kept).witness).toMatchObject({ seal: deal.seal, nonce: NONCES[0] });
});

test('a server that draws again until it likes the deal is found', async () => {
  const { kept } = await dealt();
  let again = await dealt();
  // All nonces are there, and the server tries secrets until the seed begins with a zero.
  for (let number = 0; !again.record.seed.startsWith('0'); number += 1) {
    again = await dealt(NONCES, number.toString(16).padStart(64, '0'));
  }
  const { record, deal } = again;
  expect((await check(record, deal, kept)).faults).toEqual([
    'The table’s secret is not the one that was sealed before the numbers were sent.',
  ]);
  const kind = { ...deal, seal: kept.seal };
  expect((await check({ ...record, deal: kind }, kind, kept)).faults).toEqual([
    'The secret of the table does not fit its seal.',
  ]);
});

test('a server that leaves a number out is found by whose it was', async () => {
  const { record, deal, kept } = await dealt([null, NONCES[1] ?? '', NONCES[2] ?? '']);
  const verdict = await check(record, deal, kept);
  expect(verdict.faults).toEqual(['Your number was sent in time, and left out.']);
  expect(verdict.mine).toBe(false);
  const silent = { ...kept, revealed: false };
  expect(await check(record, deal, silent)).toMatchObject({
    ...{ faults: [], silent: [0] },
    ...{ mine: false, missing: true },
  });
});

test('numbers, hashes and seeds that are others are found', async () => {
  const { record, deal, kept } = await dealt();
  const other = { ...deal, nonces: [NONCES[1] ?? '', NONCES[1] ?? '', NONCES[2] ?? ''] };
  const { faults } = await check({ ...record, seed: await seedOf(other) }, other, kept);
  expect(faults).toEqual([
    'A number does not fit the hash that was sent of it.',
    'Your number is not the one you sent.',
  ]);
  const seed = '0'.repeat(64);
  expect((await check({ ...record, seed }, deal, kept)).faults).toEqual([
    'The cards were not dealt from these numbers.',
  ]);
  const [mine = null, ...others] = kept.hashes;
  const shown = { ...kept, hashes: [mine, ...others.reverse()] };
  expect((await check(record, deal, shown)).faults).toEqual([
    'The hashes are not those that stood when the numbers were asked for.',
  ]);
});

// --- what is sent, and when

function follow(): { dealer: Dealer; sent: ClientMessage[] } {
  const sent: ClientMessage[] = [];
  return { dealer: new Dealer('abc', (message) => sent.push(message)), sent };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setTimeout(done));
}

function view(match: number, coming: ComingDeal | null, deal: DealView | null): TableView {
  return { ...recorded, match, coming, deal, you: 0, me: 'Ann' };
}

const coming = (match: number, seal = 's', hash: string | null = null): ComingDeal => ({
  match,
  seal,
  hash,
});

test('the hash is sent once, the number when all hashes stand, and the receipt is kept', async () => {
  const { dealer, sent } = follow();
  dealer.hear(view(0, coming(1), null));
  dealer.hear(view(0, coming(1, 's', null), null));
  await settle();
  const kept = keptDeal('abc', 1);
  const hash = await hashOf(kept?.nonce ?? '');
  expect(kept?.nonce).toMatch(/^[0-9a-f]{64}$/);
  expect(sent).toMatchObject([{ type: 'promise', match: 1, hash }]);
  dealer.hear(view(1, coming(2), { seal: 's', hashes: [hash, null], asked: true }));
  await settle();
  expect(sent.slice(1)).toMatchObject([
    { type: 'reveal', match: 1, nonce: kept?.nonce },
    { type: 'promise', match: 2 },
  ]);
  expect(keptDeal('abc', 1)?.revealed).toBe(false);
  const id = (sent[1] as { id: string }).id;
  expect(dealer.receipt({ type: 'accepted', id, moment: 0 })).toBe(true);
  expect(keptDeal('abc', 1)).toMatchObject({ revealed: true, hashes: [hash, null], seat: 0 });
  expect(dealer.receipt({ type: 'accepted', id: 'x-1', moment: 0 })).toBe(false);
});

test('after a reload the same number is sent, and on a new line once more', async () => {
  keepDeal('abc', { ...newDeal(1, NONCES[0]), seal: 's' });
  const hash = await hashOf(NONCES[0] ?? '');
  const { dealer, sent } = follow();
  dealer.hear(view(0, coming(1, 's', hash), null));
  await settle();
  expect(sent).toEqual([]);
  const asked = view(1, null, { seal: 's', hashes: [hash], asked: true });
  for (let line = 0; line < 2; line += 1) {
    dealer.begin();
    dealer.hear(asked);
    await settle();
  }
  expect(sent).toMatchObject([{ nonce: NONCES[0] }, { nonce: NONCES[0] }]);
});

test('a number is not told where the seal or the hashes have become others', async () => {
  keepDeal('abc', { ...newDeal(1, NONCES[0]), seal: 's' });
  const hash = await hashOf(NONCES[0] ?? '');
  for (const deal of [
    { seal: 'other', hashes: [hash], asked: true },
    { seal: 's', hashes: [await hashOf(NONCES[1] ?? '')], asked: true },
    { seal: 's', hashes: [hash], asked: false },
  ]) {
    const { dealer, sent } = follow();
    dealer.hear(view(1, null, deal));
    await settle();
    expect(sent).toEqual([]);
  }
  const { dealer, sent } = follow();
  dealer.hear(view(0, coming(1, 'other'), null));
  await settle();
  expect(sent).toEqual([]);
});
