import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../../src/connection/api';
import type { GameTitle, SeatView, TableView, WaitingTable } from '../../src/generated/types';
import { speak } from '../../src/language/words';
import { SeatMatch } from '../../src/match/match.svelte';
import Seats from '../../src/pages/Seats.svelte';
import TopBar from '../../src/pages/TopBar.svelte';
import Waiting from '../../src/pages/Waiting.svelte';
import { table } from '../recorded/five_x';

const [own, other] = table.seats;
const lobby: TableView = {
  ...{ ...table, state: 'lobby', programs: true, link: '/t/abc' },
  seats: [own, { ...other, kind: 'open', name: null, level: null }] as SeatView[],
};
const waiting = {
  ...{ table: 'x', game: 'a', title: 'A', host: 'Ann', open: 1, seats: 7, bots: 0, hours: null },
  ...{ pace: 'none', rated: false, changed: false, quick: false, minutes: null },
} as WaitingTable;
const about = { name: '5x', title: '5X', levels: ['easy'] } as unknown as GameTitle;

afterEach(() => speak('en'));

function select(): HTMLSelectElement {
  return screen.getByLabelText('Seat 2');
}

function sit(): void {
  vi.spyOn(api, 'game').mockResolvedValue(undefined);
  render(Seats, {
    ...{ match: new SeatMatch(null), table: lobby, texts: {}, about, seat: null },
    seated: () => undefined,
  });
}

test('a seat says who has it once no program is to be named after all', async () => {
  sit();
  await fireEvent.change(select(), { target: { value: 'program' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect(select().value).toBe('open');
});

test('what is remarked of a seat stands apart from its name', () => {
  vi.spyOn(api, 'game').mockResolvedValue(undefined);
  const seats = [{ ...own, name: 'Ana', host: true, status: 'away' }, other] as SeatView[];
  const { container } = render(Seats, {
    ...{ match: new SeatMatch(null), table: { ...lobby, seats }, texts: {}, about },
    ...{ seat: null, seated: () => undefined },
  });
  const words = container.querySelector('.who')?.textContent.replaceAll(/\s+/g, ' ').trim();
  expect(words).toBe('Ana (you) · host · away');
});

test('a seat says who has it after a refusal', async () => {
  sit();
  vi.spyOn(api, 'setSeat').mockRejectedValue(new Error('no'));
  await fireEvent.change(select(), { target: { value: 'bot:easy' } });
  expect(await screen.findByText('No')).toBeTruthy();
  expect(select().value).toBe('open');
});

test('a number of seats that a game does not have is asked for no longer', async () => {
  const asked = vi.spyOn(api, 'waiting').mockResolvedValue([waiting]);
  const games = [
    { name: 'a', title: 'A', seats: [2, 7] },
    { name: 'b', title: 'B', seats: [2] },
  ] as unknown as GameTitle[];
  render(Waiting, { games, mine: [] });
  await fireEvent.change(await screen.findByLabelText('Seats'), { target: { selectedIndex: 2 } });
  expect(asked).toHaveBeenLastCalledWith({ seats: 7 });
  await fireEvent.change(screen.getByLabelText('Game'), { target: { selectedIndex: 2 } });
  expect(asked).toHaveBeenLastCalledWith({ game: 'b' });
});

test('one watches, two watch', async () => {
  await speak('de');
  const spectators = { count: 1, names: [] };
  const bar = {
    ...{ heading: '', house: '', deadline: null, otherwise: '', own: [], open: () => undefined },
    table: { ...table, spectators },
  };
  const { rerender } = render(TopBar, bar);
  expect(screen.getByText('1 sieht zu')).toBeTruthy();
  await rerender({ table: { ...table, spectators: { ...spectators, count: 2 } } });
  expect(screen.getByText('2 sehen zu')).toBeTruthy();
});
