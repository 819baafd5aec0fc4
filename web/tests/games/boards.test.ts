import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import { api } from '../../src/connection/api';
import { piecesOf } from '../../src/games/registry';
import PlainBoard from '../../src/games/plain/Board.svelte';
import FiveXBoard from '../../src/games/five_x/Board.svelte';
import type { BoardProps } from '../../src/games/board';
import { naming, table, updateAt, updates } from '../recorded/five_x';

function props(step: number, tap: (move: string) => void = () => undefined): BoardProps {
  const update = updateAt(step);
  return {
    table,
    naming,
    seen: update.seen,
    shown: update.seen,
    unfolding: [],
    told: updates.slice(0, step + 1).flatMap(({ events }) => events),
    legal: update.legal,
    why: [
      { move: { text: 'expand', verb: 'play', card: 'expand' }, why: 'It is in your pile (5X-61)' },
    ],
    locked: update.answer.map(({ text }) => text),
    steps: update.answer,
    sealing: update.complete ? 'sealed' : 'open',
    asked: update.seen.asked.includes(0),
    obvious: null,
    suggested: [],
    places: update.places,
    scores: update.scores,
    sources: update.sources,
    notes: update.notes,
    outlook: update.notes,
    said: {},
    past: false,
    tap,
    answer: () => undefined,
    skip: () => undefined,
    again: () => undefined,
    showing: false,
  };
}

function find(container: Element, selector: string): Element {
  const found = container.querySelector(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
}

test('a game without a board plays on the plain one', async () => {
  vi.spyOn(api, 'games').mockResolvedValue([]);
  expect((await piecesOf('goofspiel')).Board).toBe(PlainBoard);
  expect((await piecesOf('5x')).Board).toBe(FiveXBoard);
});

test.each([
  ['plain', PlainBoard],
  ['5x', FiveXBoard],
])('the %s board lets every legal move be made', async (_, board) => {
  const tap = vi.fn();
  const step = updates.findIndex(({ seen, answer }) => seen.phase === 'select' && !answer.length);
  const { container } = render(board, props(step, tap));
  for (const move of updateAt(step).legal) {
    await fireEvent.click(find(container, `[data-move="${move.text}"]`));
    expect(tap).toHaveBeenLastCalledWith(move.text);
  }
});

test('the steps of an answer that is not complete stand above those that may follow', async () => {
  const tap = vi.fn();
  const answer = vi.fn();
  const step = {
    ...props(0, tap),
    asked: true,
    locked: ['build_as', 'done'],
    steps: [{ text: 'build_as' }, { text: 'done' }],
    sealing: 'open' as const,
    answer,
  };
  const { container } = render(PlainBoard, { ...step, legal: [{ text: 'done' }] });
  expect(find(container, '.dock').getAttribute('data-wanted')).toBe('true');
  await fireEvent.click(screen.getByRole('button', { name: 'Build as' }));
  expect(answer).toHaveBeenLastCalledWith([]);
  const [sealed] = screen.getAllByRole('button', { name: 'Done', pressed: true });
  await fireEvent.click(sealed as Element);
  expect(answer).toHaveBeenLastCalledWith(['build_as']);
  await fireEvent.click(find(container, '[data-move="done"]'));
  expect(tap).toHaveBeenLastCalledWith('done');
});

test('keys choose cards by their number', async () => {
  const tap = vi.fn();
  const step = updates.findIndex(({ seen, answer }) => seen.phase === 'select' && !answer.length);
  render(FiveXBoard, props(step, tap));
  await fireEvent.keyDown(window, { key: '2' });
  expect(tap).toHaveBeenLastCalledWith('exterminate');
});

test('a card that cannot be played answers nothing, and knows why', async () => {
  const tap = vi.fn();
  const step = updates.findIndex(({ seen }) => seen.phase === 'pass');
  const { container } = render(FiveXBoard, props(step, tap));
  await fireEvent.click(find(container, '[data-card="expand"]'));
  expect(tap).not.toHaveBeenCalled();
  expect(find(container, '[data-card="expand"]').getAttribute('data-now')).toContain('pile');
});

test.each([
  ['plain', PlainBoard],
  ['5x', FiveXBoard],
])('what the %s board asks and answers is heard', async (_, board) => {
  const step = updates.findIndex(({ seen, answer }) => seen.phase === 'select' && !answer.length);
  const { container, rerender } = render(board, props(step));
  const ask = find(container, '.ask');
  expect(ask.getAttribute('aria-live')).toBe('polite');
  const [move] = updateAt(step).legal;
  if (!move) throw new Error('nothing is asked');
  await rerender({ locked: [move.text], sealing: 'sealed' });
  expect(find(container, '.ask')).toBe(ask);
  expect(ask.textContent).toMatch(/locked/i);
});

const SOURCES = import.meta.glob<string>('../../src/games/*/*.svelte', {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('every board says aloud what it asks', () => {
  const asked = Object.entries(SOURCES).flatMap(([path, source]) =>
    [...source.matchAll(/<p\s+class="ask"[^>]*/g)].map(([tag]) => [path, tag] as const),
  );
  expect(asked).toHaveLength(5);
  expect(asked.filter(([, tag]) => !tag.includes('aria-live="polite"'))).toEqual([]);
});
