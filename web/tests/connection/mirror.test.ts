import { expect, test } from 'vitest';
import { Mirror } from '../../src/connection/mirror';
import type { Changed, ServerMessage, Update } from '../../src/generated/types';

const update = {
  type: 'update',
  match: 1,
  decision: 4,
  from: 0,
  events: [{ event: 'dealt' }],
  seen: {
    seat: 0,
    phase: 'bid',
    table: [
      { hand: 3, pile: ['a'] },
      { hand: 4, pile: [] },
    ],
  },
  legal: [{ text: 'bid 0' }],
  scores: [0, 2],
} as unknown as Update;

const told = (change: Record<string, unknown>): Changed => ({
  type: 'changed',
  from: 1,
  events: [],
  change,
});

test('what has changed is put in its place, and the rest stands', () => {
  const mirror = new Mirror();
  mirror.whole(update);
  const second = { hand: [3], pile: [0, 0, ['b']] };
  const change = { decision: [5], legal: [[]], seen: { table: { 1: second } } };
  expect(mirror.whole(told(change))).toEqual({
    ...update,
    decision: 5,
    from: 1,
    events: [],
    seen: {
      seat: 0,
      phase: 'bid',
      table: [
        { hand: 3, pile: ['a'] },
        { hand: 3, pile: ['b'] },
      ],
    },
    legal: [],
  });
});

test('what stays in a list may change as others come', () => {
  const mirror = new Mirror();
  mirror.whole(update);
  const table = [1, 0, [{ hand: 1, pile: [] }], { 0: { hand: [4] } }];
  expect(mirror.whole(told({ seen: { table } }))).toMatchObject({
    seen: {
      table: [
        { hand: 4, pile: ['a'] },
        { hand: 1, pile: [] },
        { hand: 4, pile: [] },
      ],
    },
  });
});

test('names come and go', () => {
  const mirror = new Mirror();
  mirror.whole(update);
  const { seen } = mirror.whole(told({ seen: { phase: [], stage: ['pay'] } })) as Update;
  expect(Object.keys(seen)).toEqual(['seat', 'table', 'stage']);
});

test('a change builds on the one before, and what was told before stays as it was', () => {
  const mirror = new Mirror();
  const first = mirror.whole(update);
  mirror.whole(told({ scores: [[1, 2]] }));
  expect(mirror.whole(told({ seen: { phase: ['dig'] } }))).toMatchObject({
    scores: [1, 2],
    seen: { phase: 'dig' },
  });
  expect(first).toEqual(update);
});

test('how far the answers are is put into the table', () => {
  const mirror = new Mirror();
  const seats = [
    { name: 'Ann', status: 'thinking' },
    { name: 'Ben', status: 'thinking' },
  ];
  mirror.whole({ type: 'table', table: { title: '5X', seats, finish: null } } as never);
  const finish = { winner: 1, decision: 3, people: [0], agreed: [] };
  const change = { seats: { 0: { status: ['locked'] } }, finish: [finish] };
  const status: ServerMessage = { type: 'status', change };
  expect(mirror.whole(status)).toEqual({
    type: 'table',
    table: {
      title: '5X',
      seats: [
        { name: 'Ann', status: 'locked' },
        { name: 'Ben', status: 'thinking' },
      ],
      finish,
    },
  });
});

test('a change of nothing is a fault', () => {
  expect(() => new Mirror().whole(told({}))).toThrow();
});
