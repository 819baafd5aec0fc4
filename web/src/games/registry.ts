import type { Component } from 'svelte';
import type { BoardProps } from './board';
import FiveAgesBoard from './five_ages/Board.svelte';
import FiveXBoard from './five_x/Board.svelte';
import PlainBoard from './plain/Board.svelte';

const boards = { '5-ages': FiveAgesBoard, '5x': FiveXBoard } satisfies Record<
  string,
  Component<BoardProps>
>;

/** A game without a board of its own plays on the plain one. */
export function boardOf(game: string): Component<BoardProps> {
  return Object.hasOwn(boards, game) ? boards[game as keyof typeof boards] : PlainBoard;
}
