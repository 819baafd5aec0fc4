import { expect, test } from 'vitest';
import { overlap, placed, type Box } from '../src/lesson/place';
import { paths, routeOf } from '../src/pages/route.svelte';

const room = { width: 400, height: 800 };
const note = { width: 300, height: 100 };
const hand: Box = { left: 20, top: 600, width: 360, height: 150 };

test('a note lies beside the thing, inside the window', () => {
  const box = placed(note, hand, [hand], room);
  expect(overlap(box, hand)).toBe(0);
  expect(hand.top - box.top - box.height).toBeGreaterThanOrEqual(0);
  expect(hand.top - box.top - box.height).toBeLessThan(20);
  expect(box.left).toBeGreaterThanOrEqual(0);
  expect(box.left + box.width).toBeLessThanOrEqual(room.width);
});

test('a note keeps off what is to be tapped, even if it lies farther from the thing', () => {
  const button: Box = { left: 0, top: 480, width: 400, height: 110 };
  const box = placed(note, hand, [hand, button], room);
  expect(overlap(box, button)).toBe(0);
  expect(overlap(box, hand)).toBe(0);
});

test('where everything is to be tapped, it lies somewhere all the same', () => {
  const box = placed(note, hand, [{ left: 0, top: 0, ...room }], { width: 200, height: 90 });
  expect([box.left, box.top]).toEqual([8, 8]);
});

test('a lesson has an address of its own', () => {
  const [path = '', hash = ''] = paths.learn('5-ages').split('#');
  expect(routeOf(path, `#${hash}`)).toEqual({ page: 'learn', game: '5-ages' });
});
