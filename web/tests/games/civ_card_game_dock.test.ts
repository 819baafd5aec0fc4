import { render } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import { cardsOf } from '../../src/games/civ_card_game/cards';
import Dock from '../../src/games/civ_card_game/Dock.svelte';
import { naming, table } from '../recorded/five_x';

test('an answer that stands is waited for, or judged, and nothing is asked any more', async () => {
  const plans = {
    ...{ able: true, wanted: true, mode: '', stage: '', blocking: true, picking: false },
    ...{ attackers: [], hand: [], blocks: {} },
  };
  const seats = (status: 'waiting' | 'thinking') => ({
    ...table,
    seats: table.seats.map((one) => ({ ...one, status: one.seat === 1 ? status : 'waiting' })),
  });
  const props = {
    ...{
      seen: { seat: 0, phase: 'draft', table: [], loose: [] },
      me: 0,
      cards: cardsOf({}),
      naming,
    },
    ...{ legal: [], locked: [], steps: [], sending: '', past: false, obvious: null },
    ...{ plans, table: seats('waiting'), orders: () => undefined },
  };
  const { container, rerender } = render(Dock, props as never);
  const asked = (): string | undefined => container.querySelector('.ask')?.textContent;
  expect(asked()).toBe('You are attacked. Who blocks?');
  await rerender({ plans: { ...plans, wanted: false } } as never);
  expect(asked()).toBe('');
  await rerender({ table: seats('thinking') } as never);
  expect(asked()).toBe('Waiting for Ana …');
});
