import { afterEach, expect, test, vi } from 'vitest';
import { api, Refused } from '../../src/connection/api';
import type { Seating, WaitingTable } from '../../src/generated/types';
import { quickMatch } from '../../src/pages/quick';

const wanted = { game: '5x', seats: 3, pace: 'none' as const, wait: 30, name: 'Ann' };
const waiting = { table: 'ben’s', quick: true, changed: false } as WaitingTable;
const seating = (table: string): Seating => ({ table }) as Seating;

afterEach(() => vi.restoreAllMocks());

test('who makes a table at the same moment as somebody else sits down at that one', async () => {
  vi.spyOn(api, 'waiting').mockResolvedValueOnce([]).mockResolvedValue([waiting]);
  vi.spyOn(api, 'sit').mockImplementation((table) => Promise.resolve(seating(table)));
  const create = vi.spyOn(api, 'create').mockRejectedValue(new Refused(409, 'taken', ''));
  expect(await quickMatch(wanted)).toEqual(seating('ben’s'));
  expect(create).toHaveBeenCalledOnce();
});

test('who may not sit down at any makes a table all the same', async () => {
  vi.spyOn(api, 'waiting').mockResolvedValue([waiting]);
  vi.spyOn(api, 'sit').mockRejectedValue(new Refused(403, 'removed', ''));
  const create = vi
    .spyOn(api, 'create')
    .mockRejectedValueOnce(new Refused(409, 'taken', ''))
    .mockResolvedValue(seating('ann’s'));
  expect(await quickMatch(wanted)).toEqual(seating('ann’s'));
  expect(create.mock.lastCall?.[0].quick).toBe(false);
});
