import { expect, test } from 'vitest';
import { fieldIn, read, seatsOf, written } from '../../src/pages/position';

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
