import { expect, test } from 'vitest';
import { Lookback } from '../../src/match/lookback.svelte';
import { updates } from '../recorded/five_x';

test('any step can be sought', () => {
  const lookback = new Lookback(updates, () => 0);
  lookback.seek(7);
  expect(lookback.seen).toBe(updates[7]?.seen);
  lookback.seek(999);
  expect(lookback.step).toBe(lookback.last);
  expect(lookback.told).toEqual(updates.flatMap((update) => update.events));
});

test('the places are told at the end only', () => {
  const lookback = new Lookback(updates, () => 0);
  expect(lookback.places).toBeNull();
  lookback.seek(lookback.last);
  expect(lookback.places).toEqual(updates.at(-1)?.places);
});

test('a step on shows its events on top of the step before', () => {
  const noted = updates.map((update, at) => ({ ...update, notes: { at } }));
  const lookback = new Lookback(noted, () => 1, { wait: () => () => undefined });
  const step = updates.findIndex(({ events }) => events.some(({ event }) => event === 'revealed'));
  lookback.seek(step - 1);
  lookback.next();
  expect(lookback.showing).toBe(true);
  expect(lookback.shown).toBe(updates[step - 1]?.seen);
  expect(lookback.shownNotes).toEqual({ at: step - 1 });
  lookback.skip();
  expect(lookback.shown).toBe(updates[step]?.seen);
  expect(lookback.shownNotes).toEqual({ at: step });
});

test('a step on while it plays leaves one clock, which a pause stops', () => {
  const waits = new Set<() => void>();
  const clock = {
    wait(_: number, then: () => void) {
      waits.add(then);
      return () => waits.delete(then);
    },
  };
  const lookback = new Lookback(updates, () => 0, clock);
  lookback.toggle();
  lookback.next();
  expect(waits.size).toBe(1);
  lookback.toggle();
  expect(waits.size).toBe(0);
});
