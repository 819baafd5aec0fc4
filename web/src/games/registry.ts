import type { Component } from 'svelte';
import { BY_NUMBER, type Shortcut } from '../match/keys';
import type { GameOrders } from '../match/orders';
import type { Explainer } from '../table/About.svelte';
import type { BoardProps, StandingsProps } from './board';
import { boardOf } from './brought/load';
import { letters } from './letters';

/** What a game brings to the page; fetched as one, so that the end of a match is there, too. */
export interface Pieces {
  Board: Component<BoardProps>;
  /** How the final ranking is shown, if it is not by points. */
  Standings?: Component<StandingsProps>;
  /** What explains the things on its table; none: the words of the texts do. */
  explainer?: Explainer;
}

/** What the page knows of a game before it is played: `game.ts` in its folder. */
export interface Game {
  name: string;
  /** Its picture in the lobby. */
  Engraving: Component;
  /** A download of their own. */
  pieces: () => Promise<Pieces>;
  /** What may be answered beforehand, by the day, another download; none: nothing. */
  orders?: () => Promise<{ orders: GameOrders }>;
  /** The keys of the board; those of every table are in `match/keys.ts`. */
  keys: Shortcut[];
}

const found = import.meta.glob<Game>('./*/game.ts', { eager: true, import: 'game' });
const games = new Map(Object.values(found).map((game) => [game.name, game]));

/** All games that have a board of their own. */
export const BOARDS = [...games.keys()];

/** The page's own; else what a package brings for its game; else the plain ones. They come with the
 * letters that they are written in, so that nothing moves later.
 */
export async function piecesOf(game: string): Promise<Pieces> {
  const [pieces] = await Promise.all([fetched(game), letters()]);
  return pieces;
}

async function fetched(game: string): Promise<Pieces> {
  const own = games.get(game);
  if (own) return own.pieces();
  return (await boardOf(game)) ? import('./brought/pieces') : import('./plain/pieces');
}

export async function ordersOf(game: string): Promise<GameOrders | undefined> {
  return (await games.get(game)?.orders?.())?.orders;
}

export function keysOf(game: string): Shortcut[] {
  return games.get(game)?.keys ?? [BY_NUMBER];
}

export function engravingOf(game: string): Component | undefined {
  return games.get(game)?.Engraving;
}
