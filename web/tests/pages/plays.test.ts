import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GameAbout } from '../../src/generated/types';
import { playOf, rememberPlay } from '../../src/pages/plays';

const game = { name: 'duel', usual_seats: [2, 3], levels: ['random', 'easy', 'hard'] } as GameAbout;

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

it('begins with four players, or as many as there can be, and easy bots', () => {
  expect(playOf(game)).toEqual({ seats: 3, level: 'easy' });
  expect(playOf({ ...game, usual_seats: [3, 5, 6] }).seats).toBe(5);
  expect(playOf({ ...game, levels: ['random', 'expert'] }).level).toBe('expert');
});

it('is remembered for each game, as far as the game still has it', () => {
  rememberPlay('duel', { seats: 2, level: 'hard' });
  rememberPlay('other', { seats: 3, level: 'random' });
  expect(playOf(game)).toEqual({ seats: 2, level: 'hard' });
  expect(playOf({ ...game, usual_seats: [3], levels: ['easy'] })).toEqual({
    seats: 3,
    level: 'easy',
  });
});

it('does without storage, and with what is damaged there', () => {
  localStorage.setItem('microciv.play', '[[');
  expect(playOf(game).level).toBe('easy');
  localStorage.setItem('microciv.play', '{"duel": 7}');
  expect(playOf(game).level).toBe('easy');
  localStorage.clear();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no');
  });
  rememberPlay('duel', { seats: 2, level: 'hard' });
  expect(playOf(game)).toEqual({ seats: 2, level: 'hard' });
  vi.restoreAllMocks();
  rememberPlay('duel', { seats: 3, level: 'easy' });
});
