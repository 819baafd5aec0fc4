import { expect, test } from 'vitest';
import { paths, routeOf } from '../src/pages/route.svelte';

test.each([
  ['/', '', { page: 'lobby' }],
  [paths.table('a b'), '', { page: 'table', table: 'a b' }],
  [paths.replay('x1'), '', { page: 'replay', table: 'x1' }],
  ['/', '#new/5x', { page: 'new', game: '5x' }],
  ['/', '#about', { page: 'about' }],
  ['/', '#nothing', { page: 'lobby' }],
])('%s%s leads to its page', (path, hash, route) => {
  expect(routeOf(path, hash)).toEqual(route);
});
