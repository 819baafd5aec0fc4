/** The page's words in the reader's language. A sentence is known by its English, which stands in
    the code; `<language>.json` beside this file says it in another language. */

/** Those that the page speaks, as they call themselves. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' };
export type Language = keyof typeof LANGUAGES;

/** What is said once, or by number: by the plural categories of the language. */
type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>;
type Catalogue = Record<string, Entry>;

const CATALOGUES: Partial<Record<Language, () => Promise<{ default: Catalogue }>>> = {
  de: () => import('./de.json'),
  es: () => import('./es.json'),
};

/** `{name}` in a sentence: a hole, to be filled with the part of that name. */
type Hole<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Hole<Rest>
  : never;
type Part = string | number;
/** The parts that a sentence needs: none if it has no other holes. */
type Parts<S extends string, Given = never> = [Exclude<Hole<S>, Given>] extends [never]
  ? []
  : [Record<Exclude<Hole<S>, Given>, Part>];

const HOLE = /\{(\w+)\}/g;
/** No line begins with the sign. */
const PERCENT = '\u00a0%';

let spoken: Language = 'en';
let catalogue: Catalogue = {};
let plurals = new Intl.PluralRules(spoken);

/** The language of the page, also for the numbers and dates on it. */
export function language(): Language {
  return spoken;
}

/** The first of these languages, or of their kin (`de` for `de-AT`), that the page speaks. */
export function known(wanted: readonly string[]): Language {
  const names = Object.keys(LANGUAGES) as Language[];
  for (const one of wanted) {
    const found = names.find((name) => name === one.toLowerCase().split('-')[0]);
    if (found) return found;
  }
  return 'en';
}

/** From here on the page speaks it, or English if its words cannot be had now; to be awaited before
    anything is said. */
export async function speak(wanted: Language): Promise<void> {
  try {
    catalogue = (await CATALOGUES[wanted]?.())?.default ?? {};
  } catch {
    // A page without its words is better than none; the next one may have them.
    if (wanted !== 'en') await speak('en');
    return;
  }
  spoken = wanted;
  plurals = new Intl.PluralRules(wanted);
  Object.assign(document.documentElement, { lang: wanted, dir: direction(wanted) });
}

/** Where lines begin. */
function direction(wanted: string): 'ltr' | 'rtl' {
  const locale = new Intl.Locale(wanted) as Intl.Locale & {
    getTextInfo?: () => { direction: 'ltr' | 'rtl' };
  };
  return locale.getTextInfo?.().direction ?? 'ltr';
}

/** A sentence with its parts. The English is a plain string, so that the check of the catalogues
    finds it. */
export function t<S extends string>(english: S, ...[parts]: Parts<S>): string {
  return frame(english, parts);
}

/** A sentence some of whose holes `Say.svelte` fills, with more than words. */
export function frame(english: string, parts: Record<string, Part> = {}): string {
  const found = catalogue[english];
  return filled(typeof found === 'string' ? found : english, parts);
}

/** A sentence about a number, which is `{n}`: "1 card", "3 cards". Known by the words for many. */
export function tn<S extends string>(
  n: number,
  one: string,
  more: S,
  ...[parts]: Parts<S, 'n'>
): string {
  const found = catalogue[more];
  const said =
    typeof found === 'object' ? (found[plurals.select(n)] ?? found.other) : n === 1 ? one : more;
  return filled(said ?? more, { n: number(n), ...parts });
}

/** A number as the language writes it: 1,000 and 1.000. */
export function number(n: number, options?: Intl.NumberFormatOptions): string {
  return n.toLocaleString(spoken, options);
}

/** A number in words, as a percentage: "42 %". */
export function percent(words: string): string {
  return `${words}${PERCENT}`;
}

/** "a, b and c". */
export function list(
  several: string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  // In English without a comma before "and".
  return new Intl.ListFormat(spoken === 'en' ? 'en-GB' : spoken, { type }).format(several);
}

function filled(words: string, parts: Record<string, Part>): string {
  const said = words.replace(HOLE, (hole, name: string) => String(parts[name] ?? hole));
  return said.replace(/(?<=[\d}]) %/g, PERCENT);
}

/** A sentence in pieces: its words, and the names of the holes that are left in it. */
export function pieces(words: string): { words: string; hole: string }[] {
  return words
    .split(/(\{\w+\})/)
    .filter((piece) => piece)
    .map((piece) => {
      const hole = /^\{(\w+)\}$/.exec(piece)?.[1] ?? '';
      return { words: hole ? '' : piece, hole };
    });
}
