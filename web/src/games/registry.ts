import type { Component } from 'svelte';
import type { BoardProps, StandingsProps } from './board';
import FiveAgesBoard from './five_ages/Board.svelte';
import FiveAgesStandings from './five_ages/Standings.svelte';
import FiveXBoard from './five_x/Board.svelte';
import PlainBoard from './plain/Board.svelte';

const boards = { '5-ages': FiveAgesBoard, '5x': FiveXBoard } satisfies Record<
  string,
  Component<BoardProps>
>;

const rankings = { '5-ages': FiveAgesStandings } satisfies Record<
  string,
  Component<StandingsProps>
>;

/** How a game shows its final ranking, if it is not by points. */
export function standingsOf(game: string): Component<StandingsProps> | null {
  return Object.hasOwn(rankings, game) ? rankings[game as keyof typeof rankings] : null;
}

/** A game without a board of its own plays on the plain one. */
export function boardOf(game: string): Component<BoardProps> {
  return Object.hasOwn(boards, game) ? boards[game as keyof typeof boards] : PlainBoard;
}
