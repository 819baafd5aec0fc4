import { expect, test } from 'vitest';
import { changeWords, ratingWords } from '../../src/pages/ratings';

test('a rating is told with its interval', () => {
  expect(ratingWords({ points: 1203.6, error: 84.5 })).toBe('1204 ± 85');
  expect(ratingWords({ points: -149, error: 711 })).toBe('−149 ± 711');
  expect(ratingWords({ points: 1000, error: 0 })).toBe('1000');
});

test.each([
  [1000, 1046.4, '1046, +46'],
  [1046.4, 1031.2, '1031, −15'],
  [1000.2, 999.8, '1000, ±0'],
])('a change from %d to %d is what the rounded numbers differ by', (before, after, words) => {
  expect(changeWords(before, after)).toBe(words);
});
