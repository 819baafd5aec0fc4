import { afterEach, expect, it, vi } from 'vitest';
import {
  markFinished,
  mySeats,
  rememberResigned,
  rememberSeat,
  rememberTold,
  type MySeat,
} from '../../src/connection/seats';
import { forget, ofTab, read, write } from '../../src/connection/storage';
import type { HeldTable } from '../../src/generated/types';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

const full = (): unknown =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });

it('is the newest that was written, also when there is no room for it', () => {
  write('one', 'old');
  full();
  write('one', 'new');
  expect(read('one')).toBe('new');
  vi.restoreAllMocks();
  write('one', 'newest');
  expect([read('one'), localStorage.getItem('one')]).toEqual(['newest', 'newest']);
  forget('one');
  expect(read('one')).toBeNull();
});

it('is of a tab, where that is wanted, and of the page alone where it is forbidden', () => {
  write('two', 'here', ofTab);
  expect([sessionStorage.getItem('two'), localStorage.getItem('two')]).toEqual(['here', null]);
  const forbidden = (): never => {
    throw new DOMException('no', 'SecurityError');
  };
  write('three', 'kept', forbidden);
  expect(read('three', forbidden)).toBe('kept');
  forget('three', forbidden);
  expect(read('three', forbidden)).toBeNull();
});

const seat: MySeat = {
  table: 'a',
  token: 'b',
  seat: 0,
  game: '5x',
  title: '5X',
  finished: false,
  since: 1,
};

it('knows a seat that was taken when there was no room any more', () => {
  rememberSeat(seat);
  full();
  rememberSeat({ ...seat, table: 'c' });
  expect(mySeats().map(({ table }) => table)).toEqual(['c', 'a']);
  vi.restoreAllMocks();
  rememberSeat(seat);
});

it('keeps a match that was resigned among those that are over', () => {
  rememberSeat(seat);
  rememberResigned('a');
  markFinished('a', false);
  rememberTold([{ table: 'a', state: 'playing', match: 1 } as HeldTable], 2);
  expect(mySeats().map(({ finished }) => finished)).toEqual([true]);
});
