import { expect, test } from 'vitest';
import { hoursWords, moment, span } from '../../src/match/when';

const HOUR = 3_600_000;
const now = new Date(2026, 10, 25, 22, 30);

function at(day: number, hour: number): string {
  return moment(new Date(2026, 10, day, hour), now, 'en-GB');
}

test('a moment is told by the day that it is on', () => {
  expect(at(25, 23)).toBe('today, 23:00');
  expect(at(26, 0)).toBe('tomorrow, 00:00');
  expect(at(26, 18)).toBe('tomorrow, 18:00');
  expect(at(27, 18)).toMatch(/^Fri,? 27 Nov, 18:00$/);
});

test('what is left is told in what is coarse enough', () => {
  const told = [20_000, 60_000, 59 * 60_000, HOUR, 47 * HOUR, 49 * HOUR].map(span);
  expect(told).toEqual([
    ...['less than a minute', '1 minute', '59 minutes'],
    ...['1 hour', '47 hours', '2 days'],
  ]);
});

test('hours for a decision are days where they are whole ones', () => {
  expect([8, 24, 72].map(hoursWords)).toEqual(['8 hours', '1 day', '3 days']);
});
