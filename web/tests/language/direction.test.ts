import { expect, test } from 'vitest';

const SOURCES = import.meta.glob<string>('../../src/**/*.{svelte,css}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** What would stay on its side where lines run the other way. */
const SIDES =
  /\b(?:margin|padding|border)-(?:left|right)\b|(?:text-align|float): (?:left|right)|^ +(?:left|right): (?!50%)/gm;

test('nothing is left or right of a line, but at its beginning or its end', () => {
  const found = Object.entries(SOURCES).flatMap(([path, source]) => {
    const styles = path.endsWith('.css') ? source : (/<style.*/s.exec(source)?.[0] ?? '');
    return [...styles.matchAll(SIDES)].map(([words]) => `${path}: ${words}`);
  });
  expect(found).toEqual([]);
});
