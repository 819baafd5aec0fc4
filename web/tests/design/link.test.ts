import { expect, test } from 'vitest';
import { askedOf, lineups, linkOf, NOBODY, type Askable, type Asked } from '../../src/design/link';
import type { OptionAbout } from '../../src/generated/types';
import { routeOf } from '../../src/pages/route.svelte';

const ASKED: Asked = {
  seats: [3, 4],
  players: ['easy', 'random'],
  held: { who: 'all', from: 'never-attacks' },
  matches: 2000,
  options: { wonder_table: [{ letter: 'F', name: 'What? A & B = C/D %', points: 5 }], rounds: 6 },
};

function option(name: string, value: unknown, choices: OptionAbout['choices'] = []): OptionAbout {
  const kind = choices.length ? 'option' : 'number';
  const told = { help: '', clause: '', advanced: false, measured: '', least: 0, most: 9, step: 1 };
  return { name, kind, default: value, choices, ...told };
}

const ASKABLE: Askable = {
  seats: [3, 4, 5],
  players: ['easy', 'random'],
  restrictions: ['never-attacks'],
  matches: 20_000,
  options: [
    { ...option('wonder_table', [{ letter: 'A' }]), kind: 'list' },
    option('rounds', 7),
    option('ties', 'nobody', ['nobody', 'lowest']),
  ],
};

test('a link brings back all that was asked', () => {
  const [path = '', hash = ''] = linkOf('5x', ASKED).split('#');
  const route = routeOf(path, `#${hash}`);
  expect(route).toMatchObject({ page: 'design', game: '5x' });
  const query = route.page === 'design' ? route.query : '';
  expect(askedOf(query, ASKABLE)).toEqual([ASKED, []]);
});

test.each([
  ['', []],
  ['seats=x,9&matches=-1&set=[1]', ['seats=x', 'seats=9', 'matches=-1', 'set=[1]']],
  ['players=hard&set={"a":', ['players=hard', 'set={"a":']],
  ['matches=20001&set=null&rounds=6', ['matches=20001', 'set=null', 'rounds=6']],
  ['set={"rounds":"x","ties":"all"}', ['rounds="x"', 'ties="all"']],
  ['one=never-sleeps', ['one=never-sleeps']],
  ['set={"nope":1,"wonder_table":[null]}', ['nope=1', 'wonder_table=[null]']],
])('what a link “%s” says in vain is told', (query, vain) => {
  expect(askedOf(query, ASKABLE)).toEqual([{ options: {} }, vain]);
});

test('what a field can show is told there if it is wrong', () => {
  const [asked, vain] = askedOf('set={"rounds":1000,"nope":1}', ASKABLE);
  expect([asked, vain]).toEqual([{ options: { rounds: 1000 } }, ['nope=1']]);
});

test('whoever is held back has others beside it at the largest table, or everybody is', () => {
  expect(lineups(['easy'], NOBODY, [3, 4])).toEqual(['easy']);
  expect(lineups(['easy'], { who: 'all', from: 'never-bids' }, [3])).toEqual(['easy:never-bids']);
  expect(lineups(['easy', 'random'], { who: 'one', from: 'never-bids' }, [2, 3])).toEqual([
    'easy:never-bids,easy,easy',
    'random:never-bids,random,random',
  ]);
});

test('the games to design stand behind the mark alone', () => {
  expect(routeOf('/', '#design')).toEqual({ page: 'design', game: '', query: '' });
});
