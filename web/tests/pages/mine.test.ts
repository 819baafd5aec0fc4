import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../src/connection/api';
import {
  forgetSeat,
  mySeats,
  rememberGone,
  rememberSeat,
  rememberTold,
  type MySeat,
} from '../../src/connection/seats';
import type { HeldTable } from '../../src/generated/types';
import { Leaving } from '../../src/pages/leaving.svelte';
import {
  ago,
  company,
  dueWords,
  inOrder,
  isOpen,
  isOver,
  moved,
  standing,
} from '../../src/pages/mine';

const NOW = 1_000_000_000;

function told(table: string, change: Partial<HeldTable> = {}): HeldTable {
  return {
    ...{ table, state: 'playing', game: '5x', match: 1, others: [], open: 0 },
    ...{ round: 3, rounds: 7, turn: false, due: null, moved: 60, result: null },
    ...change,
  };
}

function seat(table: string, change: Partial<MySeat> = {}): MySeat {
  const known = { table, token: `of ${table}`, seat: 0, game: '5x', title: '5X' };
  return { ...known, finished: false, since: NOW, ...change };
}

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

describe('my tables', () => {
  it('come first where I am waited for, and last where there is nothing to go to', () => {
    const seats = [
      seat('gone', { gone: true }),
      seat('over', { finished: true, told: told('over', { state: 'finished' }), at: NOW }),
      seat('lobby', { told: told('lobby', { state: 'lobby' }), at: NOW }),
      seat('other', { told: told('other'), at: NOW }),
      seat('old', { told: told('old', { turn: true, moved: 500 }), at: NOW }),
      seat('new', { told: told('new', { turn: true, moved: 5 }), at: NOW }),
    ];
    const order = inOrder(seats, NOW);
    expect(order.map(({ table }) => table)).toEqual([
      ...['new', 'old', 'other', 'lobby', 'over', 'gone'],
    ]);
    expect(order.filter(isOpen)).toHaveLength(4);
  });

  it('come in the order of what is due where I am waited for', () => {
    const due = (table: string, seconds: number | null): MySeat =>
      seat(table, { told: told(table, { turn: true, due: seconds, moved: 0 }), at: NOW });
    const waits = seat('waits', { told: told('waits', { due: 5 }), at: NOW });
    const order = inOrder([waits, due('live', null), due('late', 7200), due('soon', 3600)], NOW);
    expect(order.map(({ table }) => table)).toEqual(['soon', 'late', 'live', 'waits']);
    expect(dueWords(due('soon', 3600), NOW)).toMatch(/^until (today|tomorrow), /);
    expect([dueWords(waits, NOW), dueWords(due('live', null), NOW)]).toEqual(['', '']);
  });

  it('say where they stand in the words of the game', () => {
    const labels = { round: 'age', points: 'strength' };
    const at = (change: Partial<HeldTable>): string =>
      standing(seat('t', { told: told('t', change) }), labels);
    expect(at({ turn: true })).toBe('Age 3 of 7, your turn');
    expect(at({ round: null })).toBe('Waiting for others');
    expect(at({ state: 'lobby', open: 1 })).toBe('Waiting for a player');
    const result = { place: 1, score: 9, unit: 2 };
    const over = told('t', { state: 'finished', result });
    expect(standing(seat('t', { told: over }), labels)).toBe('You won');
    expect(standing(seat('t', { told: over }), { points: 'points' })).toBe('You won, 4½ points');
    expect(standing(seat('t', { gone: true }), labels)).toBe('No longer on the server');
    expect(standing(seat('t', { gone: true, finished: true, told: over }), labels)).toBe(
      'You won; no longer on the server',
    );
  });

  it('say who plays: people by name, bots by level', () => {
    const bots = ['Uruk', 'Tyre'].map((name) => ({ name, level: 'easy' }));
    const people = ['Ben', 'Cleo'].map((name) => ({ name, level: null }));
    expect(company([...people, ...bots])).toBe('with Ben, Cleo and 2 easy bots');
    expect(company([{ name: 'Aksum', level: 'hard' }, ...bots.slice(1)])).toBe(
      'with 1 hard bot and 1 easy bot',
    );
    expect(company([])).toBe('alone so far');
  });

  it('say how long ago they moved, counting on while the page is open', () => {
    expect([0, 59, 60, 7199, 86_400 * 3].map(ago)).toEqual([
      ...['just now', 'just now', '1 minute ago', '1 hour ago', '3 days ago'],
    ]);
    const waiting = seat('t', { told: told('t', { moved: 60 }), at: NOW });
    expect(moved(waiting, NOW + 240_000)).toBe('moved 5 minutes ago');
    expect(moved(waiting, NOW - 9_000)).toBe('moved 1 minute ago');
  });
});

describe('what is kept of tables', () => {
  it('keeps a result that the server takes for known, until there is a rematch', () => {
    rememberSeat(seat('t'));
    const result = { place: 2, score: 8, unit: 2 };
    rememberTold([told('t', { state: 'finished', result })], NOW);
    const [kept] = rememberTold([told('t', { state: 'finished' })], NOW);
    expect([kept?.finished, kept?.told?.result]).toEqual([true, result]);
    const [again] = rememberTold([told('t', { match: 2 })], NOW);
    expect([again?.finished, again?.told?.result]).toEqual([false, null]);
  });

  it('keeps what has gone from the server, with what was known of it', () => {
    rememberSeat(seat('t', { told: told('t'), at: NOW }));
    const [kept] = rememberTold([told('t', { state: 'gone', round: null })], NOW);
    expect([kept?.gone, kept?.told?.round]).toEqual([true, 3]);
    rememberTold([told('t')], NOW);
    expect(mySeats()[0]?.gone).toBe(false);
    rememberGone('t');
    expect(mySeats()[0]?.gone).toBe(true);
    forgetSeat('t');
    expect(mySeats()).toEqual([]);
  });

  it('keeps the 20 newest of those that are finished, and no fewer of the others for it', () => {
    for (let n = 0; n < 25; n += 1) rememberSeat(seat(`f${n.toString()}`, { finished: true }));
    for (let n = 0; n < 5; n += 1) rememberSeat(seat(`o${n.toString()}`));
    const kept = mySeats().map(({ table }) => table);
    expect(kept).toHaveLength(25);
    expect(kept).toContain('f24');
    expect(kept).not.toContain('f4');
  });
});

describe('leaving a table', () => {
  function leaving(): { leaving: Leaving; left: string[] } {
    vi.useFakeTimers();
    const left: string[] = [];
    vi.spyOn(api, 'leave').mockImplementation((table) => {
      left.push(table);
      return Promise.resolve();
    });
    return { leaving: new Leaving(() => undefined), left };
  }
  afterEach(() => vi.useRealTimers());

  it('is for good after some seconds, and not before', () => {
    const { leaving: list, left } = leaving();
    rememberSeat(seat('t'));
    list.remove(seat('t'));
    expect([left, mySeats().length]).toEqual([[], 1]);
    list.undo();
    vi.runAllTimers();
    expect([left, mySeats().length]).toEqual([[], 1]);
    list.remove(seat('t'));
    vi.runAllTimers();
    expect([left, mySeats().length, list.seat]).toEqual([['t'], 0, null]);
  });

  it('gives back no seat of a match that is finished, and settles one before the next', () => {
    const { leaving: list, left } = leaving();
    for (const one of [seat('over', { finished: true }), seat('t')]) rememberSeat(one);
    list.remove(seat('over', { finished: true }));
    list.remove(seat('t'));
    expect(mySeats().map(({ table }) => table)).toEqual(['t']);
    list.settle();
    expect(left).toEqual(['t']);
  });
});

it('is not over for the others when somebody has resigned', () => {
  const resigned = { finished: true, resigned: true, at: NOW };
  expect(isOver(seat('a', { ...resigned, told: told('a') }))).toBe(false);
  expect(isOver(seat('a', { ...resigned, told: told('a', { state: 'finished' }) }))).toBe(true);
  expect(moved(seat('a', { ...resigned, told: told('a') }), NOW)).toMatch(/^moved/);
});
