import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import type { OptionAbout } from '../../src/generated/types';
import OptionField from '../../src/pages/OptionField.svelte';

const option: OptionAbout = {
  ...{ name: 'rounds', kind: 'option', help: '', clause: '', advanced: false, measured: '' },
  ...{ least: 0, most: 0, step: 0, default: 3, choices: [2, 3, 5] },
};

test('a number that is chosen is sent as a number', async () => {
  const change = vi.fn();
  render(OptionField, { option, value: 3, texts: {}, problem: '', change });
  const select: HTMLSelectElement = screen.getByRole('combobox');
  await fireEvent.change(select, { target: { selectedIndex: 2 } });
  expect(change).toHaveBeenLastCalledWith(5);
});

test('a list of one’s own begins with everybody', async () => {
  const change = vi.fn();
  const pool = { ...option, name: 'leader_pool', default: 'all', choices: ['all', 'none'] };
  const texts = { cards: { qin: { title: 'Qin', people: 'China' } } } as never;
  render(OptionField, { option: pool, value: 'all', texts, problem: '', change });
  const select: HTMLSelectElement = screen.getByRole('combobox');
  await fireEvent.change(select, { target: { selectedIndex: 2 } });
  expect(change).toHaveBeenLastCalledWith(['qin']);
});
