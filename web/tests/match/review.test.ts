import { expect, test } from 'vitest';
import { RecordedConnection } from '../../src/connection/recorded';
import { hintId } from '../../src/connection/connection';
import type { CostlyDecision, Hinted, Refusal, ReviewLine, Texts } from '../../src/generated/types';
import type { Naming } from '../../src/match/captions';
import { SeatMatch } from '../../src/match/match.svelte';
import {
  hintReason,
  NOTHING,
  progressWords,
  sentences,
  signed,
  withLine,
} from '../../src/match/review';
import { table, updates } from '../recorded/five_x';

const texts: Texts = {
  labels: { you: 'You', ahead: 'next round' },
  moves: { bid: 'Bid {amount}' },
  phrases: {
    review_clear: '{better} would have left {hope}; {played} left {chance}.',
    review_unsure: '{better} may have been better than {played}, {hope} against {chance}.',
    review_why: 'On average, {ahead}: {why}.',
    review_tied: 'Another may have cost as much.',
    why_best: 'Against the next: {why}.',
    why_other: 'Against the best: {why}.',
    why_but: '{first}, but {second}',
    why_rival: '{change} for {target}',
    why_close: 'Too close to call.',
    why_lost: 'No way to win any more.',
    perhaps: 'perhaps 1',
  },
  assets: {
    points: '{amount} {many?points|point} {more?more|less}',
    income: '{amount} {kind} {more?more|less} each turn',
  },
  values: { 'kind.F': 'food' },
};
const naming: Naming = { texts, names: ['You', 'Bo'], reader: 0, wonders: {}, unit: 1 };
const costly: CostlyDecision = {
  decision: 4,
  better: { text: 'bid 2', verb: 'bid', amount: 2 },
  played: { text: 'bid 0', verb: 'bid', amount: 0 },
  hope: 0.416,
  chance: 0.2,
  clear: true,
  tied: true,
  why: {
    gain: { what: 'income', parts: { kind: 'F' }, amount: 1.6, whose: -1 },
    loss: { what: 'points', parts: {}, amount: -0.5, whose: -1 },
  },
};
const close = { gain: null, loss: null };

test('a costly decision is told in the words of the game', () => {
  expect(sentences(naming, costly)).toEqual([
    'Bid 2 would have left 42; Bid 0 left 20.',
    'On average, next round: 2 food more each turn, but perhaps 1 point less.',
    'Another may have cost as much.',
  ]);
  expect(sentences(naming, { ...costly, clear: false, why: close })).toEqual([
    'Bid 2 may have been better than Bid 0, 42 against 20.',
  ]);
});

test('a review that waits says for how many, until there is more of it', () => {
  const waiting = withLine(NOTHING, { type: 'waits', before: 2 });
  expect(waiting.before).toBe(2);
  expect(progressWords(waiting)).toBe('2 reviews before yours …');
  const nearly = withLine(waiting, { type: 'waits', before: 1 });
  expect(progressWords(nearly)).toBe('1 review before yours …');
  const begun = withLine(waiting, { type: 'plan', seat: 0, decisions: 7 });
  expect([begun.before, begun.expected]).toEqual([null, 7]);
  expect([NOTHING, begun].map(progressWords)).toEqual([
    'Looking through the record …',
    'Decision 1 of 7 …',
  ]);
  expect(progressWords({ ...begun, expected: 0 })).toBe('Another look at what cost most …');
  expect(progressWords({ ...begun, costliest: [] })).toBe('');
});

test('an option of a hint has its reason', () => {
  expect(hintReason(naming, costly.why, 0.4, true)).toBe(
    'Against the next: 2 food more each turn, but perhaps 1 point less.',
  );
  expect(hintReason(naming, { ...costly.why, gain: null }, 0.4, false)).toBe(
    'Against the best: perhaps 1 point less.',
  );
  const theirs = { what: 'points', parts: {}, amount: -3.1, whose: 1 };
  expect(hintReason(naming, { gain: theirs, loss: null }, 0.4, true)).toBe(
    'Against the next: 3 points less for Bo.',
  );
  expect(hintReason(naming, close, 0.4, false)).toBe('Too close to call.');
});

test('where nothing can be won any more, it is not called close', () => {
  const reasons = [true, false].map((best) => hintReason(naming, close, 0.004, best));
  expect(reasons).toEqual(['No way to win any more.', 'No way to win any more.']);
  expect(hintReason(naming, close, 0.006, true)).toBe('Too close to call.');
  expect(hintReason(naming, { ...costly.why, loss: null }, 0, true)).toBe(
    'Against the next: 2 food more each turn.',
  );
});

test('a review grows line by line', () => {
  const lines: ReviewLine[] = [
    { type: 'plan', seat: 0, decisions: 1 },
    {
      type: 'decision',
      decision: 4,
      phase: 'bid',
      before: 0.4,
      played: 0.2,
      loss: 0.2,
      error: 0.02,
      clear: true,
    },
    { type: 'sum', costliest: [costly], account: null },
  ];
  const told = lines.reduce(withLine, NOTHING);
  expect([told.expected, told.decisions.length, told.costliest?.length]).toEqual([1, 1, 1]);
  const [, line] = lines;
  const again = withLine(told, { ...line, loss: 0.1 } as ReviewLine);
  expect(again.decisions.map(({ loss }) => loss)).toEqual([0.1]);
  expect(withLine(told, { type: 'broken', message: 'gone' }).problem).toBe(
    'The search gave no answer; try again.',
  );
});

test('changes have a sign', () => {
  expect([0.123, -0.2, 0.001].map(signed)).toEqual(['+12', '−20', '0']);
});

// --- hints

function asked() {
  const connection = new RecordedConnection(updates);
  const match = new SeatMatch(connection);
  match.start();
  match.hear({ type: 'table', table: { ...table, you: 0 } });
  while (!match.mayAsk && connection.next());
  match.hint();
  const { match: number, decision } = connection.sent.at(-1) as { match: number; decision: number };
  return { match, connection, number, decision };
}

const refused = (code: string): Refusal & { type: 'refused' } => ({
  type: 'refused',
  code,
  message: 'no',
  id: hintId('1'),
});

test('a hint is wished for, told, and hidden again', () => {
  const { match, connection, number, decision } = asked();
  expect(connection.sent.at(-1)).toMatchObject({ hint: true });
  expect(match.advice).toEqual({ told: null, problem: '' });
  const told: Hinted = {
    type: 'hinted',
    match: number,
    decision,
    answer: [],
    options: [{ move: { text: 'x' }, chance: 0.4, error: 0.1, why: close }],
    follows: [],
    id: hintId('1'),
  };
  match.hear({ ...told, decision: decision + 1 });
  expect(match.advice?.told).toBe(null);
  match.hear(told);
  expect(match.advice?.told).toEqual(told);
  match.hint();
  expect(match.advice).toBe(null);
  match.hear(told);
  expect(match.advice).toBe(null);
});

test('a hint that cannot be had says why, and a late one is forgotten', () => {
  const { match } = asked();
  match.hear(refused('too_fast'));
  expect(match.advice?.problem).toBe('no');
  expect(match.refusal).toBe(null);
  match.hear(refused('stale'));
  expect(match.advice).toBe(null);
});

test('a hint is for the steps that it was asked after', () => {
  const { match, connection } = asked();
  const before = match.seen;
  while (match.seen === before && connection.next());
  expect(match.advice).toBe(null);
});

test('where hints are off nothing is asked', () => {
  const { match, connection } = asked();
  match.hint();
  match.hear({ type: 'table', table: { ...table, you: 0, hints: 'off' } });
  const sent = connection.sent.length;
  match.hint();
  expect([match.advice, connection.sent.length]).toEqual([null, sent]);
});
