import { expect, test } from 'vitest';
import { Places } from '../../src/match/places';
import { SLIP } from '../../src/match/slips';

test('a tap on what has just come to its place was meant for what stood there', () => {
  let now = 0;
  const places = new Places(() => now);
  places.put(['one', 'two']);
  expect([places.meant(0), places.meant(1), places.meant(2)]).toEqual([true, true, false]);
  now += 1000;
  places.put(['two', 'two']);
  expect([places.meant(0), places.meant(1)]).toEqual([false, true]);
  now += SLIP;
  places.put(['two', 'three']);
  expect([places.meant(0), places.meant(1)]).toEqual([true, false]);
});
