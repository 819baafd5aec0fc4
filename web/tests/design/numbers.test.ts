import { expect, test } from 'vitest';
import { change, drawn, kinds, measured, held } from '../../src/design/numbers';
import type { StudyFinding } from '../../src/generated/types';

function finding(heading: string, title: string, gap = 0, clear = false): StudyFinding {
  return {
    heading,
    title,
    unit: 'share',
    found: [0.32 + gap, 0.007],
    beside: { base: [0.32, 0.008], difference: [gap, 0.004] },
    stands_out: clear,
    count: 100,
  };
}

test('a share is told in percent, what is fair without an interval', () => {
  expect(measured([0.2741, 0.0068], 'share')).toBe('27.4 % ± 0.7');
  expect(measured([0.25, 0], 'share')).toBe('25.0 %');
  expect(measured([7.992, 0.021], 'points')).toBe('7.99 ± 0.02');
  expect(change({ base: [0.32, 0], difference: [-0.045, 0.004] }, 'share')).toBe('−4.5 ± 0.4');
  expect(change({ base: [7, 0], difference: [0.0561, 0.0041] }, 'points')).toBe('+0.056 ± 0.004');
  expect(change({ base: [7, 0], difference: [0, 0] }, 'number')).toBe('the same');
  expect(measured([-0.125, 0.03], 'share')).toBe('−12.5 % ± 3.0');
});

test('of many only what stands out is drawn, the largest first; of few all', () => {
  const many = Array.from({ length: 12 }, (_, at) => finding('with', at.toString(), 0.01));
  const findings = [
    finding('wins', 'Seat 1'),
    ...many,
    finding('with', 'F', 0.02, true),
    finding('with', 'G', -0.09, true),
    { ...finding('deal and skill', 'Deal'), found: [0.6, 1.2] as [number, number] },
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
