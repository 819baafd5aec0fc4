import type { Component } from 'svelte';
import type { BoardProps, StandingsProps } from './board';

/** What a game brings to the page; fetched as one, so that the end of a match is there, too. */
export interface Pieces {
  Board: Component<BoardProps>;
  /** How the final ranking is shown, if it is not by points. */
  Standings?: Component<StandingsProps>;
}

/** Each game's pieces are a download of their own. */
const games = {
  '5-ages': () => import('./five_ages/pieces'),
  '5x': () => import('./five_x/pieces'),
} satisfies Record<string, () => Promise<Pieces>>;

/** A game without a board of its own plays on the plain one. */
export function piecesOf(game: string): Promise<Pieces> {
  return Object.hasOwn(games, game)
    ? games[game as keyof typeof games]()
    : import('./plain/pieces');
}
