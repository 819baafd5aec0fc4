import { expect, test } from 'vitest';
import de from '../../src/language/de.json';
import es from '../../src/language/es.json';

const SOURCES = import.meta.glob<string>('../../src/**/*.{svelte,ts}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
type Entry = string | Record<string, string>;
const CATALOGUES: [string, Record<string, Entry>][] = [
  ['de', de],
  ['es', es],
];

const STRING = String.raw`(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")`;
const ONCE = new RegExp(String.raw`(?<![\w.])(?:t|frame)\(\s*${STRING}`, 'g');
const COUNTED = new RegExp(
  String.raw`(?<![\w.])tn\((?:[^(),]|\((?:[^()]|\([^()]*\))*\))+,\s*${STRING},\s*${STRING}`,
  'g',
);
const holes = (words: string): string =>
  [...new Set([...words.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].sort().join(' ');
const unquoted = (text: string): string => text.replace(/\\(.)/g, '$1');

/** What the page says, by its English: by number or not. */
function sentences(): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const [path, source] of Object.entries(SOURCES)) {
    if (path.endsWith('language/words.ts')) continue;
    for (const [, one, other] of source.matchAll(ONCE))
      found.set(unquoted(one ?? other ?? ''), false);
    const told = [...source.matchAll(COUNTED)];
    for (const [, , , one, other] of told) found.set(unquoted(one ?? other ?? ''), true);
    const calls = [...source.matchAll(/(?<![\w.])tn\(/g)].length;
    expect(told.length, `${path}: every tn() is found`).toBe(calls);
  }
  return found;
}

test.each(CATALOGUES)('all that the page says it says in %s, and no more', (language, words) => {
  const said = sentences();
  expect(said.size).toBeGreaterThan(500);
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const wrong = Object.keys(words)
    .filter((key) => !said.has(key))
    .map((key) => `unused: ${key}`);
  for (const [key, counted] of said) {
    const told = words[key];
    if (told === undefined) wrong.push(`missing: ${key}`);
    else if (typeof told === 'string') {
      if (counted) wrong.push(`without its forms: ${key}`);
      if (holes(told) !== holes(key)) wrong.push(`other holes: ${key}`);
    } else {
      if (!counted) wrong.push(`forms of what is not counted: ${key}`);
      // What millions are called is what others are called.
      const lacks = forms.filter((form) => form !== 'many' && !told[form]);
      if (lacks.length) wrong.push(`without ${lacks.join(', ')}: ${key}`);
      const without = (text: string): string =>
        holes(text)
          .replace(/(^| )n(?= |$)/, '')
          .trim();
      if (Object.values(told).some((text) => without(text) !== without(key))) {
        wrong.push(`other holes: ${key}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

/** What other languages say in several ways, and where it is said: for one thing alone. */
const ONE_THING: Record<string, string[]> = {
  None: [],
  Play: ['pages/DailyCard.svelte', 'pages/GameCard.svelte'],
};

test.each(Object.entries(ONE_THING))('%s alone does not stand for two things', (word, places) => {
  const said = Object.entries(SOURCES).filter(([, source]) => source.includes(`t('${word}')`));
  expect(said.map(([path]) => path.replace('../../src/', '')).sort()).toEqual(places);
});

test('no name is sent in the language of who sends it', () => {
  const found = Object.keys(SOURCES).filter((path) => /\|\| t\(/.test(SOURCES[path] ?? ''));
  const named = found.filter((path) =>
    /[nN]ame(\(\)|\.trim\(\))? \|\| t\(/.test(SOURCES[path] ?? ''),
  );
  expect(named).toEqual([]);
});
