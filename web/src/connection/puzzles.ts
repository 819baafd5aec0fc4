/** Puzzles: asked only by the pages that show them. */
import type { GamePuzzles, PuzzleJudged, PuzzleView } from '../generated/types';
import { ask } from './api';

const one = (game: string, number: number): string =>
  `/puzzles/${encodeURIComponent(game)}/${number.toString()}`;

export const puzzles = {
  all: () => ask<GamePuzzles[]>('/puzzles'),
  look: (game: string, number: number) => ask<PuzzleView>(one(game, number)),
  answer: (game: string, number: number, moves: string[]) =>
    ask<PuzzleJudged>(one(game, number), { moves }),
};
