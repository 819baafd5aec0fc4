import { expect, test } from 'vitest';
import type { TableView } from '../../src/generated/types';
import { waitingFor } from '../../src/match/answer';
import { naming, table } from '../recorded/five_x';

test('who is waited for is named, unless the table is paused', () => {
  const thinking = (seats: number[]): TableView => ({
    ...table,
    seats: table.seats.map((one) => ({
      ...one,
      status: seats.includes(one.seat) ? 'thinking' : 'locked',
    })),
  });
  const { names } = naming;
  expect(waitingFor(thinking([0, 2]), names, 0)).toBe('Waiting for Bo …');
  expect(waitingFor(thinking([1, 2, 3]), names, 0)).toBe('Waiting for Ana, Bo and Cy …');
  expect(waitingFor(thinking([]), names, 0)).toBe('Waiting for the others …');
  expect(waitingFor({ ...thinking([1]), paused: true }, names, 0)).toBe('The table is paused.');
});
