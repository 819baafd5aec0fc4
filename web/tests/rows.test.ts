import { expect, test } from 'vitest';
import type { OptionAbout } from '../src/generated/types';
import { changedOptions, formOptions, isSpecial, spanOf } from '../src/pages/options';
import { readRows } from '../src/pages/rows';

test('rows are read from TOML', () => {
  const text = `
    # what our box says
    [[cards]]
    name = "Granary"   # a building
    cost = 6
    effects = [
      ["double_base", "F"],
      ["culture", 1],
    ]

    [[cards]]
    id = 'U01'
    attacks = true
    copies = 1_0
  `;
  expect(readRows(text)).toEqual({
    rows: [
      {
        name: 'Granary',
        cost: 6,
        effects: [
          ['double_base', 'F'],
          ['culture', 1],
        ],
      },
      { id: 'U01', attacks: true, copies: 10 },
    ],
  });
});

test('rows are read from JSON, from a record too', () => {
  const rows = [{ name: 'Forge', cost: 9 }];
  const patch = { rows, fingerprint: 'abc' };
  expect(readRows(JSON.stringify(rows))).toEqual({ rows });
  expect(readRows(JSON.stringify({ cards: rows }))).toEqual({ rows });
  expect(readRows(JSON.stringify({ options: { cards: patch } }))).toEqual(patch);
  expect(readRows('cards = [{ name = "Forge", cost = 9 }]')).toEqual({ rows });
  expect(readRows('  ')).toEqual({ rows: [] });
});

test.each([
  ['[[cards]]\nname = Granary', 'line 2: expected a "text"'],
  ['[[cards]]\nname = "Granary" cost = 3', 'line 2: expected the end of the line'],
  ['[[cards]]\ncost = 1\ncost = 2', 'line 3: cost is there twice'],
  ['[[cards]]\neffects = [["culture" 1]]', 'line 2: expected , or ] in a list'],
  ['[[cards]]\ncost 3', 'line 2: expected = after cost'],
  ['[[cards]]\ncost = 3.5', 'line 2: expected a "text", a whole number'],
  ['cost = 3', 'there is no table [[cards]] in it'],
  ['{"cards": [', 'not JSON: '],
  ['Granary is cheaper', 'line 1: expected = after Granary'],
])('what cannot be read says where: %j', (text, words) => {
  expect(() => readRows(text)).toThrow(words);
});

function about(name: string, value: unknown, choices: number[] = []): OptionAbout {
  const number = { least: 0, most: 0, step: 0 };
  const words = { name, kind: 'option', help: '', clause: '', measured: '' };
  return { ...words, default: value, choices, advanced: false, ...number };
}

test('many numbers in a row are typed, few or others are picked', () => {
  const numbers = Array.from({ length: 21 }, (_, at) => at);
  expect(spanOf(about('peace_rounds', 0, numbers))).toEqual([0, 20]);
  expect(spanOf(about('min_price', 0, [0, 1]))).toBeNull();
  expect(spanOf(about('odd', 1, [1, 3, 5, 7, 9, 11, 13, 15]))).toBeNull();
});

test('a patch of cards is offered apart, and travels only if it has rows', () => {
  const option = about('cards', { fingerprint: '', rows: [] });
  expect(formOptions([option])).toEqual([option]);
  expect(isSpecial(option)).toBe(true);
  expect(changedOptions([option], { cards: { rows: [] } })).toEqual({});
  const rows = [{ name: 'Forge', cost: 9 }];
  expect(changedOptions([option], { cards: { rows } })).toEqual({ cards: { rows } });
});
