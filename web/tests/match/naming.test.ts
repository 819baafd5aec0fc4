import { expect, test } from 'vitest';
import { caption } from '../../src/match/captions';
import { namingOf, namingThen } from '../../src/match/naming';
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

test('in a match that is over the reader is "You", wherever they sat, and others who are nameless are not', () => {
  const played = ['Ana', 'Traveller 2', 'Traveller (bot plays)', 'Bo'];
  const then = namingThen({ ...table, you: 0, me: 'Traveller' }, texts, played);
  expect([then.reader, then.names]).toEqual([2, ['Ana', 'Traveller 2', 'You', 'Bo']]);
  const watched = namingThen({ ...table, you: null, me: null }, texts, played);
  expect([watched.reader, watched.names[2]]).toEqual([null, 'Traveller (bot plays)']);
  const absent = namingThen({ ...table, me: 'Cy' }, texts, played);
  expect(absent.reader).toBe(null);
  const others = namingThen({ ...table, me: 'Bo' }, texts, played, (seat) => seat === 1);
  expect(others.names[3]).toBe('Bo');
});
