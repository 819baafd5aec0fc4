import type { OptionAbout } from '../generated/types';
import { isSpecial } from '../pages/options';

export interface File {
  name: string;
  text: string;
}

/** The changed cards as the file that `--cards` reads; null if there are none. */
export function cardsFile(
  game: string,
  options: OptionAbout[],
  changed: Record<string, unknown>,
): File | null {
  const tables = Object.entries(changed).filter(([name]) => isCards(options, name));
  if (!tables.length) return null;
  const text = JSON.stringify({ game, ...Object.fromEntries(tables) }, null, 2);
  return { name: `${game}-cards.json`, text: `${text}\n` };
}

/** The command that plays the change in a terminal, beside that file. */
export function commandOf(
  game: string,
  options: OptionAbout[],
  changed: Record<string, unknown>,
): string {
  const cards = cardsFile(game, options, changed);
  const sets = Object.entries(changed)
    .filter(([name]) => !isCards(options, name))
    .map(([name, value]) => ` --set ${name}=${typed(value)}`);
  return [`microciv play ${game}`, cards ? ` --cards ${cards.name}` : '', ...sets].join('');
}

function isCards(options: OptionAbout[], name: string): boolean {
  return options.some((option) => option.name === name && isSpecial(option));
}

/** As it is typed after `--set`. */
function typed(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(',') : String(value);
}
