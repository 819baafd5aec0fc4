import { fireEvent, render } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import BlockDock from '../../src/games/civ_card_game/BlockDock.svelte';
import type { Blocks } from '../../src/games/civ_card_game/steps';
import { naming } from '../recorded/five_x';

test('a unit that blocks one attacker is moved to another with one tap', async () => {
  const attackers = [3, 5].map((place) => ({ place, card: 'Axemen', blockers: ['Spearmen'] }));
  const nothing = (): void => undefined;
  let blocks: Blocks = { 3: 'Spearmen' };
  const props = (): Record<string, unknown> => ({
    ...{ attackers, hand: ['Spearmen'], blocks, naming, soon: false, stop: nothing },
    ...{ answer: nothing, pass: nothing, orders: nothing, set: (to: Blocks) => (blocks = to) },
  });
  const { getAllByRole, rerender } = render(BlockDock, props() as never);
  const units = (): HTMLElement[] => getAllByRole('button', { name: 'Spearmen' });
  const pressed = (): (string | null)[] => units().map((one) => one.getAttribute('aria-pressed'));
  expect(pressed()).toEqual(['true', 'false']);
  for (const unit of units().slice(1)) await fireEvent.click(unit);
  await rerender(props() as never);
  expect(pressed()).toEqual(['false', 'true']);
});
