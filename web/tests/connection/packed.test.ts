import { expect, test } from 'vitest';
import { pack, packRecord, unpack, unpackRecord } from '../../src/connection/packed';
import { paths } from '../../src/connection/addresses';
import { routeOf } from '../../src/pages/route.svelte';
import type { RecordView } from '../../src/generated/types';

const RECORD: RecordView = {
  game: '5x',
  rules: 3,
  options: { seats: 3 },
  seed: 'a1',
  moves: [[0, 'expand']],
  generator: 'sfc32',
} as Partial<RecordView> as RecordView;
const DAMAGED = 'This link is damaged';

test('a record comes out of its link as it went in, without what is not needed to watch it', async () => {
  const deal = { table: 't', match: 1, seal: '', secret: '', hashes: [], nonces: [] };
  const shared = { record: { ...RECORD, deal }, names: ['Ann', 'Béla 🏛'] };
  const packed = await packRecord(shared);
  expect(await unpackRecord(packed)).toEqual({ record: RECORD, names: shared.names });
  const link = paths.record(packed);
  expect(link).toMatch(/^\/#r=[\w-]+$/);
  expect(routeOf('/', link.slice(1))).toEqual({ page: 'record', packed, review: false });
});

test('a link that has lost or changed a letter says that it is damaged', async () => {
  const packed = await packRecord({ record: RECORD, names: [] });
  await expect(unpackRecord(packed.slice(0, -4))).rejects.toThrow(DAMAGED);
  await expect(unpackRecord(`${packed.slice(0, 20)}A${packed.slice(21)}`)).rejects.toThrow(DAMAGED);
  await expect(unpackRecord('%%')).rejects.toThrow(DAMAGED);
  await expect(unpackRecord('')).rejects.toThrow(DAMAGED);
});

test('a link that unfolds to something huge is let be', async () => {
  await expect(unpack(await pack('a'.repeat(2_000_000)))).rejects.toThrow(DAMAGED);
});

test.each([[null], ['text'], [{ names: [] }], [{ record: RECORD, names: [1] }]])(
  'a link with %j in it has no match',
  async (value) => {
    await expect(unpackRecord(await pack(value))).rejects.toThrow('no match in it');
  },
);

test('a position stands behind the name of its game', async () => {
  const packed = await pack({ game: 'civ-builder' });
  const link = paths.position('civ-builder', packed);
  expect(routeOf('/', link.slice(1))).toEqual({ page: 'position', game: 'civ-builder', packed });
});
