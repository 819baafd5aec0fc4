import { expect, test } from 'vitest';
import type { History, PastMatch } from '../../src/generated/types';
import { PAGE, Past, type Ask } from '../../src/pages/past';

/** A place where these matches were played, at these times; 25 are told at a time. */
function place(game: string, times: number[]): Ask {
  const matches = times.map((ended): PastMatch => ({
    ...{ table: `${game}${ended.toString()}`, match: 1, game, variant: '', seat: 0, company: [] },
    ...{ place: 1, score: 1, unit: 1, begun: null, ended, kept: true, rating: null },
  }));
  return (first) =>
    Promise.resolve({
      ...{ matches: matches.slice(first, first + PAGE), first, total: times.length },
      ...{ games: { [game]: times.length }, days: 30 },
    });
}

const down = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => from - at);

async function page(past: Past, first: number): Promise<[History | undefined, Error | null]> {
  let told: History | undefined;
  const failed = await past.look(first, (history) => (told = history));
  return [told, failed];
}

test('what was played here and there is one list, the last first', async () => {
  const past = new Past([place('5x', [90, 50, 10]), place('5-ages', [70, 60])]);
  const [told, failed] = await page(past, 0);
  expect(told?.matches.map(({ ended }) => ended)).toEqual([90, 70, 60, 50, 10]);
  expect([told?.total, told?.games, failed]).toEqual([5, { '5x': 3, '5-ages': 2 }, null]);
});

test('every page of it is in order, however many of one place come first', async () => {
  const past = new Past([place('5x', down(1000, 60)), place('5-ages', down(970, 30))]);
  const expected = [...down(1000, 60), ...down(970, 30)].sort((one, other) => other - one);
  const got: number[] = [];
  for (const first of [0, 25, 50, 75]) {
    got.push(...((await page(past, first))[0]?.matches.map(({ ended }) => ended) ?? []));
  }
  expect(got).toEqual(expected);
});

test('who does not answer is left out, and said', async () => {
  const silent: Ask = () => Promise.reject(new Error('no server'));
  const [told, failed] = await page(new Past([silent, place('5x', [3])]), 0);
  expect([told?.matches.length, failed?.message]).toEqual([1, 'no server']);
  const [nothing, why] = await page(new Past([silent]), 0);
  expect([nothing, why?.message]).toEqual([undefined, 'no server']);
});

test('a place with no matches, or with fewer than it said, keeps nobody waiting', async () => {
  const forgets: Ask = async (first) => ({ ...(await place('5x', [])(first)), total: 7 });
  expect((await page(new Past([place('5x', [])]), 0))[0]?.total).toBe(0);
  expect((await page(new Past([forgets]), 0))[0]?.matches).toEqual([]);
});
