import { fireEvent, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import { mount } from '../../../examples/forecast/forecast/board.js';
import type { Host, View } from '../../src/games/brought/contract';

const tap = vi.fn();
const host: Host = {
  tap,
  answer: vi.fn(),
  skip: vi.fn(),
  move: ({ text }) => text,
  caption: ({ event }) => event,
  card: (name) => name,
  label: (name) => name,
};

const hand = ['S7', 'HT', 'HA'];
const table = [
  { forecast: 1, taken: 1, cards: 3, void: [] },
  { forecast: 2, taken: 0, cards: 2, void: ['D'] },
];

function view(change: Partial<View> = {}): View {
  const seen = { seat: 0, phase: 'play', hand, table, lead: 1 };
  return {
    seat: 0,
    players: [
      { name: 'You', status: 'thinking' },
      { name: 'Bo', status: 'ready' },
    ],
    seen,
    shown: seen,
    unfolding: [],
    events: [{ event: 'played', seat: 1, card: 'H8' }],
    asked: true,
    legal: ['HT', 'HA'].map((card) => ({ text: `play ${card}`, verb: 'play', card })),
    refused: [],
    sealed: [],
    complete: false,
    prompt: 'Play a card',
    scores: [0, 0],
    places: null,
    notes: {},
    past: false,
    ...change,
  };
}

function shown(given: View): HTMLElement {
  document.body.replaceChildren();
  const target = document.body.appendChild(document.createElement('div'));
  const board = mount(target, host);
  board.update(given);
  return target;
}

test('the cards that may be played are buttons, and the others are seen', async () => {
  shown(view());
  expect(screen.getAllByRole('button')).toHaveLength(2);
  expect(screen.getByRole('button', { name: '10 of hearts' })).toBeTruthy();
  expect(screen.getByRole('img', { name: '7 of spades' })).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'A of hearts' }));
  expect(tap).toHaveBeenLastCalledWith('play HA');
});

test('every forecast that is offered can be made, beside the hand', () => {
  const legal = [0, 1].map((amount) => ({ text: `forecast ${amount.toString()}`, amount }));
  const moves = legal.map((move) => ({ ...move, verb: 'forecast' }));
  const target = shown(view({ legal: moves, sealed: moves.slice(1), complete: true }));
  expect(screen.getByRole('button', { name: 'forecast 0' })).toBeTruthy();
  expect(screen.getByRole('button', { pressed: true }).dataset['move']).toBe('forecast 1');
  expect(target.querySelectorAll('.choices .card')).toHaveLength(3);
});

test('a trick lies there until the next begins', () => {
  const played = [
    { event: 'played', seat: 1, card: 'H8' },
    { event: 'played', seat: 0, card: 'HA' },
    { event: 'took', seat: 0 },
  ];
  const target = shown(view({ events: played }));
  expect(target.querySelector('.trick')?.textContent).toContain('You take it');
  const next = shown(view({ events: [...played, { event: 'played', seat: 0, card: 'S7' }] }));
  expect(next.querySelectorAll('.trick .card')).toHaveLength(1);
});

test('whoever goes by keys stays on the card', () => {
  const target = document.body.appendChild(document.createElement('div'));
  const board = mount(target, host);
  board.update(view());
  target.querySelector<HTMLElement>('[data-move="play HA"]')?.focus();
  board.update(view());
  expect(document.activeElement?.getAttribute('data-move')).toBe('play HA');
  board.destroy();
  expect(target.childElementCount).toBe(0);
});
