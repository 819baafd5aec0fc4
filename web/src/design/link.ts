import type { OptionAbout } from '../generated/types';
import { optionsOfLink } from '../pages/options';
import { paths } from '../pages/route.svelte';

/** What a study is asked: it stands in its link, so that a link is all one has to send. */
export interface Asked {
  seats: number[];
  players: string[];
  held: Held;
  matches: number;
  options: Record<string, unknown>;
}

/** What one player, or all of them, never do; or nothing. */
export interface Held {
  who: 'one' | 'all';
  from: string;
}

export const NOBODY: Held = { who: 'one', from: '' };

/** What a game can be asked. */
export interface Askable {
  seats: number[];
  players: string[];
  restrictions: string[];
  /** At the most. */
  matches: number;
  options: OptionAbout[];
}

const KEYS = ['seats', 'players', 'one', 'all', 'matches', 'set'];
/** Characters of what is said in vain that are repeated. */
const LONGEST = 40;

export function linkOf(game: string, asked: Asked): string {
  const query = new URLSearchParams({
    seats: asked.seats.join(','),
    players: asked.players.join(','),
    matches: asked.matches.toString(),
  });
  if (asked.held.from) query.set(asked.held.who, asked.held.from);
  if (Object.keys(asked.options).length) query.set('set', JSON.stringify(asked.options));
  return `${paths.design(game)}?${query.toString()}`;
}

/** The form of a table at which this change is played. */
export function playLinkOf(game: string, { seats, options }: Asked): string {
  const query = new URLSearchParams({
    seats: (seats[0] ?? '').toString(),
    set: JSON.stringify(options),
  });
  return `${paths.new(game)}?${query.toString()}`;
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
  let held = NOBODY;
  for (const who of ['one', 'all'] as const) {
    const from = given.get(who);
    if (from === null) continue;
    if (askable.restrictions.includes(from)) held = { who, from };
    else inVain(who, from);
  }
  const [options, unknown] = optionsOfLink(given.get('set'), askable.options);
  for (const [name, value] of unknown) inVain(name, value);
  for (const [key, value] of given) if (!KEYS.includes(key)) inVain(key, value);
  return [
    {
      ...(seats.length ? { seats } : {}),
      ...(players.length ? { players } : {}),
      ...(isCount ? { matches } : {}),
      ...(held.from ? { held } : {}),
      options,
    },
    vain,
  ];
}

/** The bots of each table, as a study is asked for them: whoever is held back has others beside it, or everybody is. */
export function lineups(players: string[], { who, from }: Held, seats: number[]): string[] {
  return players.map((level) => {
    if (!from) return level;
    const others = who === 'all' ? 0 : Math.max(...seats) - 1;
    return [`${level}:${from}`, ...Array<string>(others).fill(level)].join(',');
  });
}
