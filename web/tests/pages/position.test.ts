import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import { api } from '../../src/connection/api';
import type { GameTitle } from '../../src/generated/types';
import Position from '../../src/pages/Position.svelte';
import { fieldIn, read, seatsOf, settled, written } from '../../src/pages/position';

const POSITION = {
  game: '5x',
  options: { seats: 3 },
  table: [
    { hand: ['a]', 'b'], coins: 2 },
    { hand: ['c'], coins: 10 },
  ],
};

test('what is written is read again, and hands stand in one line', () => {
  const text = written(POSITION);
  expect(read(text)).toEqual(POSITION);
  expect(text).toContain('"hand": ["a]", "b"]');
  expect(text.split('\n').length).toBeGreaterThan(3);
});

test('the field is found that a message is about', () => {
  const text = written(POSITION);
  const field = (message: string): string | null => {
    const place = fieldIn(text, message);
    return place && text.slice(...place);
  };
  expect(field('table[1].coins: expected 0 to 9')).toBe('10');
  expect(field('table[0].hand[0]: no such card')).toBe('"a]"');
  expect(field('options.seats: 5X is for 3 to 6')).toBe('3');
  expect(field('table[0].colour: expected a colour')).toBe(written(POSITION.table[0], '  '));
  expect(field('The server does not answer.')).toBeNull();
});

test('a text that is no position says so', () => {
  expect(() => read('{"game": ')).toThrow('This is not JSON');
  expect(() => read('[1]')).toThrow('Expected a position');
});

test.each([
  ['{"options": {"seats": 4}}', 4],
  ['{"table": [{}, {}, {}]}', 3],
  ['{"options": {}}', null],
  ['{', null],
])('%s has seats: %s', (text, seats) => {
  expect(seatsOf(text)).toBe(seats);
});

test('whose own seat is gone sits in the first one again', () => {
  const chosen = { 0: 'bot:easy', 3: 'you' };
  expect(settled(chosen, 4)).toEqual(chosen);
  expect(settled(chosen, 2)).toEqual({ 0: 'you' });
  expect(settled({ 0: 'bot:easy' }, 1)).toEqual({ 0: 'bot:easy' });
});

test('a new deal with fewer seats has a seat for the reader', async () => {
  const game = { name: 'x', title: 'X', seats: [2, 4], levels: ['easy'] } as unknown as GameTitle;
  vi.spyOn(api, 'games').mockResolvedValue([game]);
  vi.spyOn(api, 'texts').mockResolvedValue({});
  vi.spyOn(api, 'deal').mockImplementation((_, seats) =>
    Promise.resolve({ position: { options: { seats } } } as never),
  );
  render(Position, { game: 'x', packed: '' });
  const last: HTMLSelectElement = await screen.findByLabelText('Seat 3');
  await fireEvent.change(last, { target: { value: 'you' } });
  await fireEvent.click(screen.getByRole('button', { name: '2' }));
  await vi.waitFor(() => expect(screen.queryByLabelText('Seat 3')).toBeNull());
  const seats = screen.getAllByLabelText<HTMLSelectElement>(/^Seat /);
  expect(seats.map(({ value }) => value)).toEqual(['you', 'bot:easy']);
});
