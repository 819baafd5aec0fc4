import { afterEach, expect, test } from 'vitest';
import type { Move, PuzzleCard, PuzzleJudged, PuzzleView, Update } from '../../src/generated/types';
import { PuzzleSeat } from '../../src/puzzle/seat.svelte';
import { marks, nextOf, remember, solved } from '../../src/puzzle/solved';
import { table, updates } from '../recorded/five_x';

afterEach(() => localStorage.clear());

const card = (number: number): PuzzleCard => ({
  number,
  id: `id${number.toString()}`,
  seats: 3,
  phase: 'select',
});

test('the next puzzle is one that is not solved, from here on and then from the first', () => {
  const cards = [1, 2, 3, 4].map(card);
  expect(nextOf(cards, 2)?.number).toBe(3);
  remember('id3', true);
  expect(nextOf(cards, 2)?.number).toBe(4);
  remember('id4', true);
  expect(nextOf(cards, 2)?.number).toBe(1);
  remember('id1', true);
  expect(nextOf(cards, 2)).toBeNull();
});

test('a puzzle that was missed can still be solved, and stays solved', () => {
  const mark = (): string => marks()('id1');
  expect(mark()).toBe('new');
  remember('id1', false);
  expect(mark()).toBe('missed');
  remember('id1', true);
  remember('id1', false);
  expect(mark()).toBe('solved');
  expect(solved({ game: '5x', puzzles: [card(1), card(2)] })).toBe(1);
});

const asked = updates.find((one) => one.legal.length > 2 && !one.answer.length);

function begin(sealed: Move[] = []) {
  const update: Update = { ...(asked as Update), answer: sealed };
  const puzzle: PuzzleView = { number: 1, id: 'id1', of: 2, table, update };
  const wished: string[][] = [];
  const told: number[] = [];
  const judge = (moves: string[]): Promise<PuzzleJudged> => {
    wished.push(moves);
    const place = update.legal.findIndex(({ text }) => text === moves.at(-1));
    const step = update.legal[place];
    if (!step) return Promise.reject(new Error('no such move'));
    return Promise.resolve({ answer: [...sealed, step], place, options: [], easy: 2 });
  };
  const seat = new PuzzleSeat(puzzle, judge, ({ place }) => told.push(place));
  const [first = '', second = ''] = update.legal.map(({ text }) => text);
  return { seat, wished, told, first, second };
}

const later = (): Promise<void> => new Promise((then) => setTimeout(then));

test('an answer is judged, shown as sealed, and can be taken back', async () => {
  const { seat, wished, told, second } = begin();
  expect([seat.sealing, seat.locked]).toEqual(['open', []]);
  seat.tap(second);
  expect([seat.sealing, seat.locked, seat.steps[0]?.text]).toEqual(['sending', [second], second]);
  await later();
  expect(wished).toEqual([[second]]);
  expect([seat.sealing, seat.locked, seat.judged?.place]).toEqual(['sealed', [second], 1]);
  expect(told).toEqual([1]);
  seat.seal([]);
  expect([seat.sealing, seat.locked, seat.judged]).toEqual(['open', [], null]);
});

test('only the first answer counts, and others may be tried', async () => {
  const { seat, told, first, second } = begin();
  seat.seal([second]);
  await later();
  seat.seal([first]);
  await later();
  expect([seat.judged?.place, told]).toEqual([0, [1]]);
});

test('what cannot be answered is told, and nothing is judged', async () => {
  const { seat, told } = begin();
  seat.seal(['nonsense']);
  await later();
  expect([seat.problem, seat.sealing, told]).toEqual(['no such move', 'open', []]);
});

test('only the answer that was given last is judged', async () => {
  const { seat, told, first, second } = begin();
  seat.seal([second]);
  seat.seal([first]);
  await later();
  expect([seat.locked, told]).toEqual([[first], [0]]);
});

test('what was sealed before the question stays', async () => {
  const { seat, wished, first, second } = begin([{ text: 'before' }]);
  seat.tap(first);
  await later();
  expect(wished).toEqual([['before', first]]);
  seat.seal([second]); // as boards say it once an answer is whole
  await later();
  expect([wished.length, seat.locked]).toEqual([2, ['before', second]]);
  seat.seal([]);
  expect([seat.locked, seat.sealing, seat.judged]).toEqual([['before'], 'open', null]);
});

test('what is judged waits for nobody', async () => {
  const { seat, first } = begin();
  const thinking = (): number =>
    seat.table.seats.filter(({ status }) => status === 'thinking').length;
  expect(thinking()).toBe(4);
  seat.seal([first]);
  await later();
  expect(thinking()).toBe(0);
  seat.seal([]);
  expect(thinking()).toBe(4);
});
