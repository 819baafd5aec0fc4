import { expect, test } from 'vitest';
import { SLIP, Slips } from '../../src/match/slips';

test('a second tap on the same thing is a slip, until it can be meant', () => {
  let now = 0;
  const slips = new Slips(() => now);
  expect(slips.has('accept')).toBe(false);
  now += SLIP - 1;
  expect([slips.has('accept'), slips.has('decline')]).toEqual([true, false]);
  now += SLIP;
  expect(slips.has('decline')).toBe(false);
});
