import { expect, test } from 'vitest';
import { blocks, runs } from '../../src/match/text';

test('bold words are runs of their own', () => {
  expect(runs('take **3** now')).toEqual([
    { text: 'take ', strong: false },
    { text: '3', strong: true },
    { text: ' now', strong: false },
  ]);
});

test('paragraphs, lists that go over lines, and tables', () => {
  const text = 'One\nline.\n\n- first\n  goes on\n- second\n\n| a | b |\n|---|---|\n| 1 | 2 |';
  expect(blocks(text).map((block) => block.kind)).toEqual(['paragraph', 'list', 'table']);
  const list = blocks(text)[1];
  expect(list?.kind === 'list' && list.items.map((item) => item[0]?.text)).toEqual([
    'first goes on',
    'second',
  ]);
  const rows = blocks(text)[2];
  expect(rows?.kind === 'table' && rows.rows.length).toBe(2);
});

test('HTML is text like any other', () => {
  expect(blocks('<b>x</b>')).toEqual([
    { kind: 'paragraph', runs: [{ text: '<b>x</b>', strong: false }] },
  ]);
});
