import { expect, test } from 'vitest';
import { paths, pathsOf } from '../src/connection/addresses';
import { routeOf, router } from '../src/pages/route.svelte';

test.each([
  ['/', '', { page: 'lobby' }],
  [paths.table('a b'), '', { page: 'table', table: 'a b' }],
  ['/t/x1', paths.screen('x1').slice('/t/x1'.length), { page: 'screen', table: 'x1' }],
  [paths.replay('x1'), '', { page: 'replay', table: 'x1' }],
  ['/', '#new/5x', { page: 'new', game: '5x', query: '' }],
  ['/', '#about', { page: 'about' }],
  ['/', '#matches', { page: 'matches' }],
  ['/', paths.new('5x', 'rated=1').slice(1), { page: 'new', game: '5x', query: 'rated=1' }],
  ['/', paths.ladder().slice(1), { page: 'ladder', game: '', seats: 0, group: '' }],
  ['/', paths.ladder('5x', 4).slice(1), { page: 'ladder', game: '5x', seats: 4, group: '' }],
  ['/', paths.ladder('', 0, 'ab3').slice(1), { page: 'ladder', game: '', seats: 0, group: 'ab3' }],
  ['/', paths.groups.slice(1), { page: 'groups' }],
  ['/', paths.group('ab3').slice(1), { page: 'group', group: 'ab3' }],
  ['/', paths.device('owl moon').slice(1), { page: 'device', words: 'owl-moon' }],
  ['/', paths.puzzles().slice(1), { page: 'puzzles', game: '' }],
  ['/', paths.puzzles('5x').slice(1), { page: 'puzzles', game: '5x' }],
  ['/', paths.puzzle('5x', 3).slice(1), { page: 'puzzle', game: '5x', number: 3 }],
  ['/', '#puzzle/5x/3x', { page: 'puzzle', game: '5x', number: 0 }],
  ['/', '#offline', { page: 'offline' }],
  ['/', '#learn', { page: 'lobby' }],
  ['/', '#group', { page: 'groups' }],
  ['/', '#puzzle', { page: 'puzzles', game: '' }],
  ['/index.html', '', { page: 'lobby' }],
  ['/', '#nothing', { page: 'nowhere' }],
  ['/foo/bar', '', { page: 'nowhere' }],
  ['/foo', '#puzzles', { page: 'nowhere' }],
  ['/t', '', { page: 'nowhere' }],
  ['/', '#%E0%A4%A', { page: 'nowhere' }],
  ['/t/%E0%A4%A', '', { page: 'table', table: '%E0%A4%A' }],
])('%s%s leads to its page', (path, hash, route) => {
  expect(routeOf(path, hash)).toEqual(route);
});

test('a review and a moment stand behind the mark of the replay', () => {
  const moment = paths.replay('x1', { decision: 12, seat: 2 });
  expect(routeOf(paths.review('x1').split('#')[0] ?? '', '#review')).toEqual({
    page: 'review',
    table: 'x1',
  });
  expect(routeOf('/replay/x1', moment.slice(moment.indexOf('#')))).toEqual({
    page: 'replay',
    table: 'x1',
    decision: 12,
    seat: 2,
  });
  const earlier = paths.review('x1', { match: 3, seat: 1 });
  expect(routeOf('/replay/x1', earlier.slice(earlier.indexOf('#')))).toEqual({
    page: 'review',
    table: 'x1',
    match: 3,
    seat: 1,
  });
  expect(routeOf('/replay/x1', '#set/x/seat/2')).toEqual({ page: 'replay', table: 'x1' });
  expect(routeOf('/replay/x1', '#set/12/seat/2')).toEqual(
    routeOf('/replay/x1', '#decision/12/seat/2'),
  );
});

test('a match in a link has a review and moments too', () => {
  const led = (path: string) => routeOf('/', path.slice(1));
  const whole = { page: 'record', packed: 'eJy-_9' };
  expect(led(paths.record('eJy-_9'))).toEqual({ ...whole, review: false });
  const moment = { decision: 12, seat: 2 };
  expect(led(paths.record('eJy-_9', moment))).toEqual({ ...whole, review: false, ...moment });
  expect(led(paths.record('eJy-_9', { seat: 2 }, true))).toEqual({
    ...whole,
    review: true,
    seat: 2,
  });
});

test('where there are only files, all pages are behind the mark of the one there is', () => {
  const { lobby, table, replay, review, device } = pathsOf('/games/', false);
  const led = (path: string) => routeOf('/games/', path.slice('/games/'.length), false);
  expect(led(lobby)).toEqual({ page: 'lobby' });
  expect(led(table('0 b'))).toEqual({ page: 'table', table: '0 b' });
  expect(led(replay('0b'))).toEqual({ page: 'replay', table: '0b' });
  const moment = { match: 3, decision: 12, seat: 1 };
  expect(led(replay('0b', moment))).toEqual({ page: 'replay', table: '0b', ...moment });
  expect(led(review('0b'))).toEqual({ page: 'review', table: '0b' });
  expect(led(device('owl moon'))).toEqual({ page: 'device', words: 'owl-moon' });
});

test('what is done leads on, but pulls nobody back who has gone elsewhere', async () => {
  router.go(paths.lobby);
  await router.onward(() => Promise.resolve(paths.about));
  expect(router.route.page).toBe('about');
  await router.onward((here) => {
    expect(here()).toBe(true);
    router.go(paths.matches);
    expect(here()).toBe(false);
    return Promise.resolve(paths.lobby);
  });
  expect(router.route.page).toBe('matches');
  await router.onward(() => Promise.resolve(''));
  expect(router.route.page).toBe('matches');
});

test('plain files lie in any folder', () => {
  expect(routeOf('/games/foo/', '', false)).toEqual({ page: 'lobby' });
  expect(routeOf('/games/foo/', '#puzzles', false)).toEqual({ page: 'puzzles', game: '' });
  expect(routeOf('/games/', '#nothing', false)).toEqual({ page: 'nowhere' });
});
