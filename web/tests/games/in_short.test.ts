import { expect, test } from 'vitest';
import type { Texts } from '../../src/generated/types';
import { inShort, type Naming } from '../../src/match/captions';

const rules = [
  { name: 'idea', title: 'The idea', text: '\nYou **rule**.\n\nMost win.\n\nTwo play.\n' },
];
const naming = {
  ...{ texts: { rules } as unknown as Texts, names: [], reader: 0, wonders: {}, unit: 1 },
} satisfies Naming;

test('a game in short is the first paragraphs of its rules', () => {
  expect(inShort(naming, 1)).toBe('You rule.');
  expect(inShort(naming, 2)).toBe('You rule. Most win.');
  expect(inShort({ ...naming, texts: {} }, 2)).toBe('');
  expect(inShort({ ...naming, lesson: true }, 2)).toBe('');
});
