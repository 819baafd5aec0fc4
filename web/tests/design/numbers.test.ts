import { expect, test } from 'vitest';
import { change, drawn, held, kinds, measured, type Estimate } from '../../src/design/numbers';
import type { StudyFinding } from '../../src/generated/types';

function finding(heading: string, title: string, gap = 0, clear = false): StudyFinding {
  return {
    heading,
    title,
    unit: 'share',
    found: [0.32 + gap, 0.313 + gap, 0.327 + gap],
    beside: { base: [0.32, 0.312, 0.328], difference: [gap, gap - 0.004, gap + 0.004] },
    stands_out: clear,
    count: 100,
  };
}

function both(value: number, half: number): Estimate {
  return [value, value - half, value + half];
}

test('a share is told in percent, what is fair without an interval', () => {
  expect(measured([0.2741, 0.2673, 0.2809], 'share')).toBe('27.4\u00a0% ± 0.7');
  expect(measured([0.25, 0.25, 0.25], 'share')).toBe('25.0\u00a0%');
  expect(measured([7.992, 7.971, 8.013], 'points')).toBe('7.99 ± 0.02');
  const fewer = { base: both(0.32, 0), difference: both(-0.045, 0.004) };
  expect(change(fewer, 'share')).toBe('−4.5 ± 0.4');
  const more = { base: both(7, 0), difference: both(0.0561, 0.0041) };
  expect(change(more, 'points')).toBe('+0.056 ± 0.004');
  expect(change({ base: both(7, 0), difference: both(0, 0) }, 'number')).toBe('the same');
  expect(measured([-0.125, -0.155, -0.095], 'share')).toBe('−12.5\u00a0% ± 3.0');
});

test('of an interval that is longer on one side this side is told', () => {
  expect(measured([1, 0.87, 1], 'share')).toBe('100.0\u00a0% ± 13.0');
  const lopsided = { base: both(0.5, 0), difference: [0.5, 0.37, 0.5] as Estimate };
  expect(change(lopsided, 'share')).toBe('+50.0 ± 13.0');
});

test('of many only what stands out is drawn, the largest first; of few all', () => {
  const many = Array.from({ length: 12 }, (_, at) => finding('with', at.toString(), 0.01));
  const findings = [
    finding('wins', 'Seat 1'),
    ...many,
    finding('with', 'F', 0.02, true),
    finding('with', 'G', -0.09, true),
    { ...finding('deal and skill', 'Deal'), found: [0.6, -0.6, 1.8] as Estimate },
  ];
  const answer = { table: '4 seats', matches: 100, alike: 3, sentences: [], findings };
  const titles = drawn(answer).map((group) => group.findings.map(({ title }) => title));
  expect(titles).toEqual([['Seat 1'], ['G', 'F']]);
  expect(kinds(answer).flatMap((group) => group.findings)).toEqual(findings);
});

test('an interval stays on the line of its mean', () => {
  expect(held('Rounds 1.2 % ± 0.3 (was 1.0, +0.2 ± 0.1).').split(' ')).toEqual([
    'Rounds',
    '1.2\u00a0%\u00a0±\u00a00.3',
    '(was',
    '1.0,',
    '+0.2\u00a0±\u00a00.1).',
  ]);
});
