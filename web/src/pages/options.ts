import type { OptionAbout, Texts } from '../generated/types';
import { bare, capital } from '../match/captions';

export function optionTitle(texts: Texts, name: string): string {
  return texts.options?.[name]?.title ?? capital(bare(name));
}

export function choiceTitle(texts: Texts, option: string, choice: unknown): string {
  return texts.options?.[option]?.choices?.[String(choice)] ?? bare(String(choice));
}

/** Options that a form can offer: yes or no, one of some, a number. Tables are for files. */
export function formOptions(options: OptionAbout[]): OptionAbout[] {
  return options.filter(
    (option) =>
      option.name !== 'seats' &&
      (typeof option.default === 'boolean' ||
        typeof option.default === 'number' ||
        (typeof option.default === 'string' && option.choices.length > 0)),
  );
}

/** Only what differs from the rules as printed travels. */
export function changedOptions(
  options: OptionAbout[],
  values: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    options
      .filter((option) => option.name in values && values[option.name] !== option.default)
      .map((option) => [option.name, values[option.name]]),
  );
}
