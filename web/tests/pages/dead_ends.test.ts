import { render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import { api } from '../../src/connection/api';
import Group from '../../src/pages/Group.svelte';
import NewTable from '../../src/pages/NewTable.svelte';

test('a link to a table of no game leads on to the games', async () => {
  vi.spyOn(api, 'game').mockResolvedValue(undefined);
  render(NewTable, { game: 'foo', query: '' });
  expect(await screen.findByText('There is no game called “foo” here.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'To the games' })).toBeTruthy();
});

test('a link to a group that is gone leads on to the groups', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('gone'));
  render(Group, { id: 'abc' });
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'My groups' })).toBeTruthy();
});
