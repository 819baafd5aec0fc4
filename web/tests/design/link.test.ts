import { expect, test } from 'vitest';
import { askedOf, linkOf, type Askable, type Asked } from '../../src/design/link';
import type { OptionAbout } from '../../src/generated/types';
import { routeOf } from '../../src/pages/route.svelte';

const ASKED: Asked = {
  seats: [3, 4],
  players: ['easy', 'random'],
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
  ['set={"nope":1,"wonder_table":[null]}', ['nope=1', 'wonder_table=[null]']],
])('what a link “%s” says in vain is told', (query, vain) => {
  expect(askedOf(query, ASKABLE)).toEqual([{ options: {} }, vain]);
});

test('what a field can show is told there if it is wrong', () => {
  const [asked, vain] = askedOf('set={"rounds":1000,"nope":1}', ASKABLE);
  expect([asked, vain]).toEqual([{ options: { rounds: 1000 } }, ['nope=1']]);
});

test('the games to design stand behind the mark alone', () => {
  expect(routeOf('/', '#design')).toEqual({ page: 'design', game: '', query: '' });
});
