import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import AnswerDock from '../../src/games/civ_builder/AnswerDock.svelte';
import Dock from '../../src/games/civ_builder/Dock.svelte';
import { pressed } from '../../src/games/civ_builder/keys';
import PointDock from '../../src/games/civ_builder/PointDock.svelte';
import { offerLine } from '../../src/games/civ_builder/terms';
import TermsDock from '../../src/games/civ_builder/TermsDock.svelte';
import type { CivSeen, SeatDrawn } from '../../src/games/civ_builder/view';
import type { Naming } from '../../src/match/captions';
import { table } from '../recorded/five_x';

const naming: Naming = {
  ...{ texts: {}, names: ['You', 'Bo', 'Ana'], reader: 0, wonders: {}, unit: 1 },
};

const known = {
  ...{ civ: '', scores: Array<number>(10).fill(0), points: 0, sources: [], hand: 3 },
  ...{ known: ['Con', 'Con', 'Sci'], sees_all: false },
};
const seats: SeatDrawn[] = [0, 1, 2].map(() => ({ ...known, seesAll: false }));

function seen(phase: string, rest: Partial<CivSeen> = {}): CivSeen {
  const told = { seat: 0, phase, asked: [0], deals: [], willing: [], table: [known, known, known] };
  return { ...told, target: -1, ...rest } as unknown as CivSeen;
}

const trading = {
  ...{ me: 0, naming, memory: false, locked: [], wantable: { 1: { Cul: 3 }, 2: { Cul: 3 } } },
  sizes: [[1, 1]] as [number, number][],
};

function dock(rest: object) {
  return {
    ...{ ...trading, seats, notes: {}, able: true, question: 'one', draft: null },
    ...{ set: () => undefined, table, legal: [], why: [], sealing: 'open' as const, asked: true },
    ...{ steps: [], unfolding: [], told: [], obvious: null, suggested: [], past: false },
    ...{ places: null, scores: [], sources: [], outlook: {}, said: {}, again: null },
    ...{ showing: false, tap: () => undefined, answer: () => undefined, skip: () => undefined },
    shown: seen('market'),
    seen: seen('market'),
    ...rest,
  };
}

function ask(): Element {
  const found = document.querySelector('.ask');
  if (!found) throw new Error('nothing is asked');
  return found;
}

const moves = (): (string | null)[] =>
  [...document.querySelectorAll('[data-move]')].map((one) => one.getAttribute('data-move'));

afterEach(() => document.body.replaceChildren());

test('an offer goes to nobody but the one it was put together for', async () => {
  const props = {
    ...{ ...trading, seen: seen('market'), partners: [1, 2], table: '', says: 'Offer' },
    ...{
      lineOf: offerLine,
      answer: vi.fn(),
      others: [],
      first: { give: { Con: 1 }, want: { Cul: 1 } },
    },
  };
  const { rerender } = render(TermsDock, props);
  expect(moves()).toEqual(['offer Con > B : Cul']);
  await rerender({ partners: [2] });
  expect(moves()).toEqual([]);
  expect(screen.getByRole('alert').textContent).toBe(
    'Bo has finished trading. Choose whom the offer is for.',
  );
  await fireEvent.click(screen.getByRole('button', { name: 'Ana' }));
  expect(moves()).toEqual(['offer Con > C : Cul']);
});

test('from a counter-offer a way leads back to the offer', async () => {
  const deal = { seat: 1, target: 0, number: 0, open: true, given: ['Cul'], wanted: ['Con'] };
  const legal = ['accept', 'decline', 'counter'].map((text) => ({ text, verb: text }));
  const { container } = render(AnswerDock, {
    ...{ ...trading, seen: seen('answer', { deals: [deal] }), legal, why: [], answer: vi.fn() },
  });
  await fireEvent.click(screen.getByRole('button', { name: 'Make a counter-offer …' }));
  expect(moves()).not.toContain('accept');
  expect(pressed(container, 'b', null)).toBe(true);
  await vi.waitFor(() => expect(moves()).toContain('accept'));
});

test('a double click on an answer that is locked does not take it back', async () => {
  const answer = vi.fn();
  const { rerender } = render(Dock, dock({ answer }));
  await fireEvent.click(screen.getByRole('button', { name: 'Finished trading' }));
  expect(answer).toHaveBeenLastCalledWith(['ready']);
  await rerender({ locked: ['ready'], sealing: 'sealed' });
  await fireEvent.click(screen.getByRole('button', { name: 'Finished trading' }));
  expect(answer).toHaveBeenCalledTimes(1);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000);
  await fireEvent.click(screen.getByRole('button', { name: 'Finished trading' }));
  expect(answer).toHaveBeenLastCalledWith([]);
});

test('what is asked is told where it was told before', async () => {
  const { rerender } = render(Dock, dock({}));
  const place = ask();
  await rerender({ question: 'two', seen: seen('offer') });
  expect(ask()).toBe(place);
  expect(place.textContent).toBe('Make an offer, or pass.');
});

test('after an answer that stands nothing is asked, and only those are waited for who think', async () => {
  const waits = {
    ...table,
    seats: table.seats.map((one) => ({ ...one, status: 'waiting' as const })),
  };
  const judged = {
    seen: seen('offer'),
    sealing: 'sealed' as const,
    locked: ['pass'],
    table: waits,
  };
  const { rerender } = render(Dock, dock(judged));
  expect(ask().textContent).toBe('');
  const thinks = waits.seats.map((one) =>
    one.seat === 1 ? { ...one, status: 'thinking' as const } : one,
  );
  await rerender({ table: { ...waits, seats: thinks } });
  expect(ask().textContent).toBe('Waiting for Bo …');
});

test('a letter of several answers nothing where a tap would, and leads from one to the next', () => {
  const answer = vi.fn();
  const points = { points: 1, seats, me: 0, suggested: [], naming, answer };
  const { container, unmount } = render(PointDock, points);
  const focused = (): string | undefined =>
    (document.activeElement as HTMLElement | null)?.dataset['kind'];
  expect(pressed(container, 'c', null)).toBe(true);
  expect(focused()).toBe('Con');
  pressed(container, 'c', null);
  expect(focused()).toBe('Cul');
  expect(answer).not.toHaveBeenCalled();
  pressed(container, 't', null);
  expect(answer).toHaveBeenLastCalledWith('point Tra');
  unmount();
});

test('what a letter chose last is forgotten with its question', () => {
  const chips = (): string[] => {
    const chosen: string[] = [];
    const shelf = document.createElement('div');
    for (const kind of ['Con', 'Cul']) {
      const chip = document.createElement('button');
      chip.dataset['kind'] = kind;
      chip.addEventListener('click', () => chosen.push(kind));
      shelf.append(chip);
    }
    pressed(shelf, 'c', null);
    return chosen;
  };
  expect([chips(), chips()]).toEqual([['Con'], ['Con']]);
});

test('in the market the second of two taps takes no other offer of the same number', async () => {
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const standing = (given: string): CivSeen => {
    const deal = { seat: 1, target: -1, number: 1, open: true, given: [given], wanted: ['Con'] };
    return seen('market', { deals: [deal] });
  };
  const answer = vi.fn();
  const legal = [{ text: 'accept B1', verb: 'accept_offer' }];
  const told = (given: string) => ({ seen: standing(given), shown: standing(given), legal });
  const { rerender } = render(Dock, dock({ ...told('Cul'), answer }));
  const accept = () => screen.getByRole('button', { name: 'Accept' });
  await fireEvent.click(accept());
  expect(answer.mock.calls).toEqual([[['accept B1']]]);
  // A tick has passed: that offer is taken, and Bo makes another.
  await rerender(told('Eng'));
  now += 200;
  await fireEvent.click(accept());
  expect(answer).toHaveBeenCalledTimes(1);
  now += 1000;
  await fireEvent.click(accept());
  expect(answer).toHaveBeenCalledTimes(2);
  // Nor does it take the same offer twice that is made once more.
  await rerender(told('Eng'));
  now += 200;
  await fireEvent.click(accept());
  expect(answer).toHaveBeenCalledTimes(2);
});

test('nor does it in turn, where another makes the next offer', async () => {
  let now = 5000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const offered = (seat: number) => {
    const deal = { seat, target: 0, number: 0, open: true, given: ['Cul'], wanted: ['Con'] };
    const told = seen('answer', { deals: [deal] });
    return { seen: told, shown: told, question: `one ${seat.toString()}` };
  };
  const answer = vi.fn();
  const legal = ['accept', 'decline'].map((text) => ({ text, verb: text }));
  const { rerender } = render(Dock, dock({ ...offered(1), legal, answer }));
  const tap = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  await tap('Accept');
  await rerender(offered(2));
  now += 200;
  await tap('Accept');
  expect(answer.mock.calls).toEqual([[['accept']]]);
  await tap('Decline');
  now += 1000;
  await tap('Accept');
  expect(answer.mock.calls.slice(1)).toEqual([[['decline']], [['accept']]]);
});
