import type { OptionAbout, Texts } from '../generated/types';
import { t } from '../language/words';
import { bare, capital } from '../match/captions';

function optionTitle(texts: Texts, name: string): string {
  return texts.options?.[name]?.title ?? capital(bare(name));
}

/** What stands above an option's field: a number of the rule sheet is called by what it is. */
export function fieldTitle(texts: Texts, option: OptionAbout): string {
  if (option.kind !== 'number') return optionTitle(texts, option.name);
  return optionHelp(texts, option).replace(/\.$/, '');
}

/** What an option is for: in English the server says so, in other languages the texts. */
export function optionHelp(texts: Texts, { name, help }: OptionAbout): string {
  return texts.options?.[name]?.help ?? help;
}

export function choiceTitle(texts: Texts, option: string, choice: unknown): string {
  return texts.options?.[option]?.choices?.[String(choice)] ?? bare(String(choice));
}

/** From this many numbers on they are typed and not picked. */
const MANY = 8;

/** Options that are one of some words, or a list of leaders of one's own. */
const LISTS = new Set(['leader_pool']);

export function mayBeList(option: OptionAbout): boolean {
  return LISTS.has(option.name);
}

/** All cards that are persons, in the order of the texts. */
export function leadersOf(texts: Texts): string[] {
  return Object.entries(texts.cards ?? {}).flatMap(([name, card]) => (card.people ? [name] : []));
}

/** A number of the rule sheet. */
export function isNumber(option: OptionAbout): boolean {
  return option.kind === 'number';
}

/** Within what a number may be; of choices many whole numbers without a gap. Null: no number. */
export function spanOf(option: OptionAbout): [number, number] | null {
  if (isNumber(option)) return [option.least, option.most];
  const { choices } = option;
  const [low] = choices;
  if (choices.length < MANY || typeof low !== 'number') return null;
  return choices.every((choice, at) => choice === low + at)
    ? [low, low + choices.length - 1]
    : null;
}

/** An option that is rows of cards, and where they come from: a patch, laid over a set. */
export function isPatch(option: OptionAbout): boolean {
  const value: unknown = option.default;
  return typeof value === 'object' && value !== null && 'rows' in value;
}

/** What only those will set who have printed cards. */
export function isSpecial(option: OptionAbout): boolean {
  return Array.isArray(option.default) || isPatch(option);
}

/** Options that a form can offer: all but the number of seats, which the table has. */
export function formOptions(options: OptionAbout[]): OptionAbout[] {
  return options.filter(
    (option) =>
      option.name !== 'seats' &&
      (option.choices.length > 0 ||
        isSpecial(option) ||
        ['boolean', 'number'].includes(typeof option.default)),
  );
}

/** Options that stand together in a form. */
interface OptionGroup {
  kind: 'usual' | 'special' | 'number';
  title: string;
  options: OptionAbout[];
}

/** What everybody may want to set, what only owners of printed cards will, and designers. */
export function optionGroups(options: OptionAbout[]): OptionGroup[] {
  const offered = formOptions(options);
  const isUsual = (one: OptionAbout): boolean => !isSpecial(one) && !isNumber(one);
  const groups: OptionGroup[] = [
    { kind: 'usual', title: t('Options and rulings'), options: offered.filter(isUsual) },
    { kind: 'special', title: t('Your own cards and values'), options: offered.filter(isSpecial) },
    { kind: 'number', title: t('Numbers of the rule sheet'), options: offered.filter(isNumber) },
  ];
  return groups.filter((group) => group.options.length);
}

/** Only what differs from the rules as printed travels. */
export function changedOptions(
  options: OptionAbout[],
  values: Record<string, unknown>,
): Record<string, unknown> {
  const same = (one: unknown, other: unknown): boolean =>
    JSON.stringify(one) === JSON.stringify(other);
  return Object.fromEntries(
    options
      .filter(({ name }) => name in values)
      .filter((option) => !same(values[option.name], option.default))
      .filter(({ name }) => !isEmptyTable(options, name, values[name]))
      .map(({ name }) => [name, values[name]]),
  );
}

/** A table is sent as the rows that differ from the default. */
function isEmptyTable(options: OptionAbout[], name: string, value: unknown): boolean {
  const declared = options.find((option) => option.name === name)?.default;
  const isTable = Array.isArray(declared) && typeof declared[0] === 'object';
  const rows: unknown = (value as { rows?: unknown } | null)?.rows;
  if (Array.isArray(rows)) return !rows.length;
  return isTable && Array.isArray(value) && !value.length;
}

/** Which option a refusal is about: the server begins with its name. */
export function blamed(options: OptionAbout[], message: string): [string, string] {
  const [name = '', ...rest] = message.split(': ');
  return options.some((option) => option.name === name) ? [name, rest.join(': ')] : ['', message];
}

/** What a table has changed, in a few words: "Wonders changed, Great Leaders off". */
export function changedWords(texts: Texts, changed: Record<string, unknown>): string {
  return Object.entries(changed)
    .map(([name, value]) => optionWords(texts, name, value))
    .join(', ');
}

/** "Great Leaders off". */
export function optionWords(texts: Texts, name: string, value: unknown): string {
  const option = optionTitle(texts, name);
  if (typeof value === 'boolean')
    return value ? t('{option} on', { option }) : t('{option} off', { option });
  if (typeof value === 'object') return t('{option} changed', { option });
  return `${option}: ${choiceTitle(texts, name, value)}`;
}

/** The options that a link sets, as JSON, and what it sets in vain. */
export function optionsOfLink(
  text: string | null,
  declared: OptionAbout[],
): [Record<string, unknown>, [string, string][]] {
  const set = objectOf(text ?? '{}');
  if (!set) return [{}, [['set', text ?? '']]];
  const options: Record<string, unknown> = {};
  const vain: [string, string][] = [];
  for (const [name, value] of Object.entries(set)) {
    const option = formOptions(declared).find((one) => one.name === name);
    if (option && fits(option, value)) options[name] = value;
    else vain.push([name, JSON.stringify(value)]);
  }
  return [options, vain];
}

/** Can the option's field show it? What is then wrong with it is told there. */
function fits(option: OptionAbout, value: unknown): boolean {
  const declared = option.default;
  if (isPatch(option)) return Array.isArray((value as { rows?: unknown } | null)?.rows);
  if (Array.isArray(declared)) return Array.isArray(value) && value.every(isLike(declared[0]));
  if (mayBeList(option) && Array.isArray(value)) return value.every(isLike(''));
  if (option.choices.length && !spanOf(option)) return option.choices.some((one) => one === value);
  return isLike(declared)(value);
}

function isLike(one: unknown): (value: unknown) => boolean {
  return (value) => typeof value === typeof one && value !== null;
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const options: unknown = JSON.parse(text);
    const isObject = typeof options === 'object' && options !== null && !Array.isArray(options);
    return isObject ? (options as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
