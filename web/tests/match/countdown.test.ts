import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RecordedConnection } from '../../src/connection/recorded';
import type { Countdown as Message } from '../../src/generated/types';
import { SeatMatch } from '../../src/match/match.svelte';
import { minutes } from '../../src/table/countdown';
import Countdown from '../../src/table/Countdown.svelte';
import { updateAt } from '../recorded/five_x';

function message(left: number, decision = updateAt(0).decision): Message {
  return { type: 'countdown', match: 1, decision, left, given: 45_000, part_left: 0 };
}

test('time is shown as on a clock, a second that has begun counted whole', () => {
  expect([0, 1, 24_000, 24_001, 59_999, 90_000, -5].map(minutes)).toEqual([
    '0:00',
    '0:01',
    '0:24',
    '0:25',
    '1:00',
    '1:30',
    '0:00',
  ]);
});

test('a countdown is of its own set, by the clock of the page', () => {
  const match = new SeatMatch(new RecordedConnection([]), { tempo: () => 0, now: () => 5000 });
  match.hear(updateAt(0));
  expect(match.deadline).toBeNull();
  match.hear(message(20_000));
  expect(match.deadline).toEqual({
    match: 1,
    decision: updateAt(0).decision,
    ends: 25_000,
    given: 45_000,
    partEnds: 0,
  });
  match.hear({ ...updateAt(0), decision: updateAt(0).decision + 1 });
  expect(match.deadline).toBeNull();
  match.hear({ ...updateAt(0), match: 2 });
  expect(match.deadline).toBeNull();
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the last five seconds are marked, and what is played then is told', async () => {
  const deadline = {
    match: 1,
    decision: 1,
    ends: performance.now() + 7000,
    given: 45_000,
    partEnds: 0,
  };
  render(Countdown, { deadline, otherwise: 'Explore' });
  await tick();
  const clock = screen.getByRole('timer');
  expect(clock.textContent).toContain('0:07');
  expect(clock.textContent).toContain('Explore is played for you');
  expect(clock.classList.contains('late')).toBe(false);
  await vi.advanceTimersByTimeAsync(2200);
  expect(clock.textContent).toContain('0:05');
  expect(clock.classList.contains('late')).toBe(true);
  await vi.advanceTimersByTimeAsync(9000);
  expect(clock.textContent).toContain('0:00');
});

test('where a part of the match has a limit as a whole, it is told too', async () => {
  const now = performance.now();
  const deadline = {
    match: 1,
    decision: 1,
    ends: now + 7000,
    given: 45_000,
    partEnds: now + 192_000,
  };
  render(Countdown, { deadline, otherwise: '' });
  await tick();
  const text = screen.getByRole('timer').textContent.replace(/\s+/g, ' ');
  expect(text).toContain('0:07 of 3:12 in all');
});
