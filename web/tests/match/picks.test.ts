import { expect, test } from 'vitest';
import { enough, picked, tappedCount } from '../../src/match/picks';

test('a tap chooses one more, and after the last none', () => {
  expect(tappedCount(0, 2, 3)).toBe(1);
  expect(tappedCount(1, 2, 2)).toBe(2);
  expect(tappedCount(2, 2, 1)).toBe(0);
  expect(tappedCount(1, 2, 0)).toBe(0);
});

test('a tap too many drops nothing that was chosen, unless one alone is due', () => {
  expect(tappedCount(0, 2, 0)).toBeNull();
  const two = picked(picked([], 'Archers', 1, 2) ?? [], 'Corn', 2, 2) ?? [];
  expect(two).toEqual(['Archers', 'Corn']);
  expect(picked(two, 'Temple', 1, 2)).toBeNull();
  expect(picked(two, 'Archers', 1, 2)).toEqual(['Corn']);
  expect(picked(['Archers'], 'Temple', 1, 1)).toEqual(['Temple']);
  expect(enough(2)).toBe('Two are chosen already: first tap one of them to take it back.');
});
