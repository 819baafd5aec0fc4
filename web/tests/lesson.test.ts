import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../src/connection/api';
import { forgetSeat, mySeat } from '../src/connection/seats';
import type { GameTitle, Seating } from '../src/generated/types';
import Learn from '../src/lesson/Learn.svelte';
import { overlap, placed, type Box } from '../src/lesson/place';
import { paths, routeOf, router } from '../src/pages/route.svelte';

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

const GAME = { name: 'x', title: 'X', lesson: true } as unknown as GameTitle;
const SEATING = { table: 't1', token: 'k', seat: 0 } as unknown as Seating;

afterEach(() => {
  forgetSeat('t1');
  router.go(paths.lobby);
});

test('a lesson that comes after its page was left pulls nobody back', async () => {
  router.go(paths.learn('x'));
  vi.spyOn(api, 'games').mockResolvedValue([GAME]);
  let come: (seating: Seating) => void = () => undefined;
  vi.spyOn(api, 'learn').mockReturnValue(new Promise((resolve) => (come = resolve)));
  render(Learn, { game: 'x' });
  expect(screen.getByRole('link', { name: 'microciv, all games' })).toBeTruthy();
  await vi.waitFor(() => expect(api.learn).toHaveBeenCalled());
  router.go(paths.about);
  come(SEATING);
  await vi.waitFor(() => expect(mySeat('t1')).not.toBeNull());
  await tick();
  expect(router.route.page).toBe('about');
});

test('nor is one begun for whoever left before that', async () => {
  router.go(paths.learn('x'));
  let come: (games: GameTitle[]) => void = () => undefined;
  vi.spyOn(api, 'games').mockReturnValue(new Promise((resolve) => (come = resolve)));
  const begun = vi.spyOn(api, 'learn').mockResolvedValue(SEATING);
  render(Learn, { game: 'x' });
  router.go(paths.about);
  come([GAME]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(begun).not.toHaveBeenCalled();
});

test('a lesson that comes while it is waited for is gone to', async () => {
  router.go(paths.learn('x'));
  vi.spyOn(api, 'games').mockResolvedValue([GAME]);
  vi.spyOn(api, 'learn').mockResolvedValue(SEATING);
  render(Learn, { game: 'x' });
  await vi.waitFor(() => expect(router.route).toEqual({ page: 'table', table: 't1' }));
});
