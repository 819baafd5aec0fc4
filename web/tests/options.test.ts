import { expect, test } from 'vitest';
import type { OptionAbout } from '../src/generated/types';
import {
  blamed,
  changedOptions,
  changedWords,
  formOptions,
  leadersOf,
  optionGroups,
  spanOf,
} from '../src/pages/options';

function about(name: string, value: unknown): OptionAbout {
  return {
    name,
    kind: 'option',
    help: '',
    clause: '',
    default: value,
    choices: [],
    advanced: false,
    measured: '',
    least: 0,
    most: 0,
    step: 0,
  };
}

const options = [
  about('seats', 4),
  about('leaders', true),
  about('stars', ['qin', 'erik']),
  about('wonders', [{ letter: 'A', halves: 3 }]),
];

test('a form offers all but the number of seats', () => {
  expect(formOptions(options).map(({ name }) => name)).toEqual(['leaders', 'stars', 'wonders']);
});

test('a form has its options in groups, and no group that is empty', () => {
  const price: OptionAbout = { ...about('price', 3), kind: 'number', least: 0, most: 9 };
  const groups = optionGroups([price, ...options]);
  expect(groups.map((group) => [group.kind, group.options.map(({ name }) => name)])).toEqual([
    ['usual', ['leaders']],
    ['special', ['stars', 'wonders']],
    ['number', ['price']],
  ]);
  expect(optionGroups([price]).map(({ kind }) => kind)).toEqual(['number']);
});

test('only what differs travels', () => {
  const same = { leaders: true, stars: ['qin', 'erik'], wonders: [] };
  expect(changedOptions(options, same)).toEqual({});
  const other = { leaders: false, stars: [], wonders: [{ letter: 'A', points: 2 }] };
  expect(changedOptions(options, other)).toEqual(other);
});

test('a refusal is about the option that it begins with', () => {
  expect(blamed(options, 'wonders: Wonder A: points: no')).toEqual([
    'wonders',
    'Wonder A: points: no',
  ]);
  expect(blamed(options, 'The server does not answer: alas')).toEqual([
    '',
    'The server does not answer: alas',
  ]);
});

test('what is changed is told in a few words', () => {
  expect(changedWords({}, { leaders: false, wonders: [], tie_rule: 'own_way' })).toBe(
    'Leaders off, Wonders changed, Tie rule: own way',
  );
});

test('a number of the rule sheet has its span', () => {
  const number = { ...about('napoleon_adds', 0.5), kind: 'number', most: 3, step: 0.5 };
  expect(spanOf(number)).toEqual([0, 3]);
  expect(changedOptions([number], { napoleon_adds: 1 })).toEqual({ napoleon_adds: 1 });
  expect(spanOf(about('leaders', true))).toBe(null);
});

test('leaders are the cards that are persons', () => {
  const texts = { cards: { exploit: { people: '' }, qin: { people: 'Chinese' } } };
  expect(leadersOf(texts)).toEqual(['qin']);
});
