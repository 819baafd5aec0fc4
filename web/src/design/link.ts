import type { OptionAbout } from '../generated/types';
import { formOptions, isPatch, mayBeList, spanOf } from '../pages/options';
import { paths } from '../pages/route.svelte';

/** What a study is asked: it stands in its link, so that a link is all one has to send. */
export interface Asked {
  seats: number[];
  players: string[];
  matches: number;
  options: Record<string, unknown>;
}

/** What a game can be asked. */
export interface Askable {
  seats: number[];
  players: string[];
  /** At the most. */
  matches: number;
  options: OptionAbout[];
}

const KEYS = ['seats', 'players', 'matches', 'set'];
/** Characters of what is said in vain that are repeated. */
const LONGEST = 40;

export function linkOf(game: string, asked: Asked): string {
  const query = new URLSearchParams({
    seats: asked.seats.join(','),
    players: asked.players.join(','),
    matches: asked.matches.toString(),
  });
  if (Object.keys(asked.options).length) query.set('set', JSON.stringify(asked.options));
  return `${paths.design(game)}?${query.toString()}`;
}

/** What a link asks, if it can be asked; and what it says in vain. */
export function askedOf(query: string, askable: Askable): [Partial<Asked>, string[]] {
  const given = new URLSearchParams(query);
  const vain: string[] = [];
  const inVain = (key: string, value: string): void => {
    const words = `${key}=${value}`;
    vain.push(words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words);
  };
  const some = (name: string, there: string[]): string[] => {
    const words = [...new Set(given.get(name)?.split(',').filter(Boolean))];
    for (const word of words) if (!there.includes(word)) inVain(name, word);
    return words.filter((word) => there.includes(word));
  };

  const seats = some('seats', askable.seats.map(String)).map(Number);
  const players = some('players', askable.players);
  const text = given.get('matches');
  const matches = Number(text);
  const isCount = Number.isInteger(matches) && 1 <= matches && matches <= askable.matches;
  if (text && !isCount) inVain('matches', text);
  const set = optionsOf(given.get('set') ?? '{}');
  if (!set) inVain('set', given.get('set') ?? '');
  const options: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(set ?? {})) {
    const option = formOptions(askable.options).find((one) => one.name === name);
    if (option && fits(option, value)) options[name] = value;
    else inVain(name, JSON.stringify(value));
  }
  for (const [key, value] of given) if (!KEYS.includes(key)) inVain(key, value);
  return [
    {
      ...(seats.length ? { seats } : {}),
      ...(players.length ? { players } : {}),
      ...(isCount ? { matches } : {}),
      options,
    },
    vain,
  ];
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

function optionsOf(text: string): Record<string, unknown> | null {
  try {
    const options: unknown = JSON.parse(text);
    const isObject = typeof options === 'object' && options !== null && !Array.isArray(options);
    return isObject ? (options as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
