import { expect, it } from 'vitest';
import type { DailyResult } from '../../src/generated/types';
import { ownWords } from '../../src/pages/daily';

const result = (place: number | null): DailyResult => ({
  ...{ place, name: 'Ann', ended: 1, score: 3, unit: 1, you: true, table: 'abc', seat: 0 },
  over: true,
});

it('says how I came in among those who have played a deal', () => {
  const [first, second, gone] = [result(1), result(2), result(null)];
  expect(ownWords(first, [first, gone])).toBe('You are the only one who has played it.');
  expect(ownWords(first, [first, second])).toBe('You came first of 2.');
  expect(ownWords(second, [first, second])).toBe('You came in at place 2 of 2.');
  expect(ownWords(gone, [first, gone])).toBe('You left before the end.');
});
