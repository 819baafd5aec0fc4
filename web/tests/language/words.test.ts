import { afterEach, expect, test } from 'vitest';
import {
  frame,
  known,
  language,
  list,
  number,
  percent,
  pieces,
  speak,
  t,
  tn,
} from '../../src/language/words';

afterEach(() => speak('en'));

test('the first language that the page speaks is spoken', () => {
  expect(known(['fr', 'de-AT', 'es'])).toBe('de');
  expect(known(['ES'])).toBe('es');
  expect(known(['fr'])).toBe('en');
  expect(known([])).toBe('en');
});

test('a sentence is said with its parts, in the language of the page', async () => {
  expect(t('As the device')).toBe('As the device');
  await speak('de');
  expect(t('As the device')).toBe('Wie das Gerät');
  expect(language()).toBe('de');
  expect(document.documentElement.lang).toBe('de');
  expect(document.documentElement.dir).toBe('ltr');
  expect(t('{name} is not known here', { name: 'Bo' })).toBe('Bo is not known here');
});

test('what is counted has its forms, and numbers are written as the language writes them', async () => {
  expect([0, 1, 2].map((n) => tn(n, '{n} owl', '{n} owls'))).toEqual(['0 owls', '1 owl', '2 owls']);
  expect(number(1234.5)).toBe('1,234.5');
  expect(list(['a', 'b', 'c'])).toBe('a, b and c');
  await speak('de');
  expect(number(1234.5)).toBe('1.234,5');
  expect(list(['a', 'b'])).toBe('a und b');
  expect(tn(1000, '{n} owl', '{n} owls')).toBe('1.000 owls');
});

test('holes that are no words stay where they are', () => {
  expect(frame('Waiting for {who} at {table}', { table: 'ours' })).toBe(
    'Waiting for {who} at ours',
  );
  expect(pieces('Waiting for {who}.')).toEqual([
    { words: 'Waiting for ', hole: '' },
    { words: '', hole: 'who' },
    { words: '.', hole: '' },
  ]);
});

test('no line ends between a number and its percent sign', () => {
  expect(percent('42.5')).toBe('42.5\u00a0%');
  expect(t('{n} % of {all}', { n: 42, all: 100 })).toBe('42\u00a0% of 100');
  expect(t('95 % intervals')).toBe('95\u00a0% intervals');
  expect(tn(2, '{n} % more', '{n} % more')).toBe('2\u00a0% more');
  expect(frame('{n} % of {all}')).toBe('{n}\u00a0% of {all}');
});
