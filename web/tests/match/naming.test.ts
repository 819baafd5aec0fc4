import { expect, test } from 'vitest';
import { caption } from '../../src/match/captions';
import { namingOf } from '../../src/match/naming';
import { event, table, texts } from '../recorded/five_x';

test('a person keeps the name while a bot plays', () => {
  const seats = table.seats.map((seat) => ({ ...seat, stands_in: seat.seat === 1 }));
  const naming = namingOf({ ...table, seats }, texts, 0);
  expect(naming.names).toEqual(['You', 'Ana (bot plays)', 'Bo', 'Cy']);
  const words = { ...texts, events: { void: "{seat's} attack fails" } };
  expect(caption({ ...naming, texts: words }, event('void', { seat: 1 }))).toBe(
    "Ana's (bot plays) attack fails",
  );
});
