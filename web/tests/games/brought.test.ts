import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '../../src/connection/api';
import BroughtBoard from '../../src/games/brought/Board.svelte';
import type { Board, Host, View } from '../../src/games/brought/contract';
import * as load from '../../src/games/brought/load';
import { piecesOf } from '../../src/games/registry';
import type { BoardProps } from '../../src/games/board';
import type { BoardAbout, GameAbout } from '../../src/generated/types';
import { naming, table, updateAt, updates } from '../recorded/five_x';

const SCRIPT = '/boards/forecast/0123.js';
const step = updates.findIndex(({ seen, answer }) => seen.phase === 'select' && !answer.length);

function props(change: Partial<BoardProps> = {}): BoardProps {
  const update = updateAt(step);
  return {
    table: { ...table, game: 'forecast', title: 'Forecast' },
    naming,
    seen: update.seen,
    shown: update.seen,
    unfolding: [],
    told: [],
    legal: update.legal,
    why: [],
    locked: [],
    steps: [],
    sealing: 'open',
    asked: true,
    obvious: null,
    suggested: [],
    places: null,
    scores: update.scores,
    sources: [],
    notes: {},
    outlook: {},
    said: {},
    past: false,
    tap: () => undefined,
    answer: () => undefined,
    skip: () => undefined,
    again: () => undefined,
    showing: false,
    ...change,
  };
}

/** Games of which one brings a board. */
function offer(board: BoardAbout | null): void {
  vi.spyOn(api, 'games').mockResolvedValue([{ name: 'forecast', board } as GameAbout]);
}

/** What the script exports. */
function bring(mount: (target: HTMLElement, host: Host) => Board): void {
  vi.spyOn(load, 'mountOf').mockResolvedValue(mount);
}

const board = { update: vi.fn<(view: View) => void>(), destroy: vi.fn() };
const drawn = async (): Promise<void> => vi.waitFor(() => expect(board.update).toHaveBeenCalled());
const complaints = vi.fn();

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(complaints);
  offer({ script: SCRIPT, style: null });
});

afterEach(() => vi.resetAllMocks());

test('the page imports the board of a game that has one, and no other', async () => {
  expect((await piecesOf('forecast')).Board).toBe(BroughtBoard);
  expect((await piecesOf('goofspiel')).Board).not.toBe(BroughtBoard);
  offer(null);
  expect((await piecesOf('forecast')).Board).not.toBe(BroughtBoard);
});

test('nobody brings a board for a game that the page draws itself', async () => {
  vi.spyOn(api, 'games').mockResolvedValue([
    { name: '5x', board: { script: SCRIPT, style: null } } as GameAbout,
  ]);
  expect((await piecesOf('5x')).Board).not.toBe(BroughtBoard);
});

test('it is shown what the seat knows and may answer, and anew after every change', async () => {
  bring(() => board);
  const { rerender, unmount } = render(BroughtBoard, props());
  await drawn();
  const [view] = board.update.mock.lastCall as [View];
  expect(view.legal).toEqual(updateAt(step).legal);
  expect(view.seen).toEqual(updateAt(step).seen);
  expect(view.players.map(({ name }) => name)).toEqual(naming.names);
  expect(view.seat).toBe(0);
  await rerender(props({ sealing: 'sending' }));
  expect(board.update.mock.lastCall?.[0].prompt).toBe('Sending …');
  unmount();
  expect(board.destroy).toHaveBeenCalledOnce();
});

test('of an answer that is begun it is asked what else belongs to it', async () => {
  bring(() => board);
  const phases = { select: { title: 'Choose', ask: 'Which?', more: 'Which else?', section: '' } };
  const told = { ...naming, texts: { ...naming.texts, phases } };
  const { rerender } = render(BroughtBoard, props({ naming: told }));
  await drawn();
  expect(board.update.mock.lastCall?.[0].prompt).toBe('Which?');
  await rerender(props({ naming: told, steps: updateAt(step).legal.slice(0, 1) }));
  expect(board.update.mock.lastCall?.[0].prompt).toBe('Which else?');
});

test('who watches has no seat', async () => {
  bring(() => board);
  render(BroughtBoard, props({ seen: { ...updateAt(step).seen, seat: 15 }, asked: false }));
  await drawn();
  expect(board.update.mock.lastCall?.[0].seat).toBeNull();
});

test('it answers and has the words of the game', async () => {
  const tap = vi.fn();
  let host: Host | undefined;
  bring((_, given) => {
    host = given;
    return board;
  });
  render(BroughtBoard, props({ tap }));
  await drawn();
  host?.tap('play 3');
  expect(tap).toHaveBeenLastCalledWith('play 3');
  expect(host?.move({ text: 'bid 2', verb: 'bid', amount: 2 })).toBe('Bid 2');
  expect(host?.card('gandhi')).toBe('Gandhi');
});

test('digits choose among what is offered', async () => {
  const tap = vi.fn();
  bring(() => board);
  render(BroughtBoard, props({ tap }));
  await drawn();
  await fireEvent.keyDown(window, { key: '2' });
  expect(tap).toHaveBeenLastCalledWith(updateAt(step).legal[1]?.text);
});

test('nothing is drawn before the stylesheet is there', async () => {
  offer({ script: SCRIPT, style: '/boards/forecast/4567.css' });
  bring(() => board);
  render(BroughtBoard, props());
  const link = await vi.waitFor(() => {
    const found = document.head.querySelector('link[href="/boards/forecast/4567.css"]');
    if (!found) throw new Error('no stylesheet');
    return found;
  });
  expect(board.update).not.toHaveBeenCalled();
  await fireEvent.load(link);
  await drawn();
});

const broken = new Error('no such thing');
const fail = (): never => {
  throw broken;
};
const cases: [string, () => void][] = [
  ['cannot be imported', () => vi.spyOn(load, 'mountOf').mockRejectedValue(broken)],
  ['fails as it is mounted', () => bring(fail)],
  ['fails as it is told something', () => bring(() => ({ ...board, update: fail }))],
  ['is gone', () => vi.spyOn(api, 'games').mockRejectedValue(broken)],
];

test.each(cases)('a board that %s gives way to the plain one', async (_, arrange) => {
  const tap = vi.fn();
  arrange();
  const { container } = render(BroughtBoard, props({ tap }));
  expect((await screen.findByRole('status')).textContent).toContain('Nothing is lost');
  expect(complaints).toHaveBeenCalledWith(expect.stringContaining('failed'), broken);
  const [move] = updateAt(step).legal;
  const button = container.querySelector(`[data-move="${move?.text ?? ''}"]`);
  await fireEvent.click(button as Element);
  expect(tap).toHaveBeenCalledExactlyOnceWith(move?.text);
  await fireEvent.keyDown(window, { key: '1' });
  expect(tap).toHaveBeenCalledTimes(2);
});

test('so does one that works at first, also if it does not go quietly', async () => {
  bring(() => ({ ...board, destroy: fail }));
  render(BroughtBoard, props());
  await drawn();
  const filename = new URL(SCRIPT, location.href).href;
  window.dispatchEvent(new ErrorEvent('error', { filename: 'elsewhere.js', error: broken }));
  expect(screen.queryByRole('status')).toBeNull();
  window.dispatchEvent(new ErrorEvent('error', { filename, error: broken }));
  expect(await screen.findByRole('status')).toBeTruthy();
});

test('a script without mount() says what it lacks', async () => {
  await expect(load.mountOf('data:text/javascript,export const a = 1')).rejects.toThrow(
    'exports no mount()',
  );
});
