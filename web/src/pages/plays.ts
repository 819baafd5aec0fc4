/** How somebody played a game last, on this device: the beginning of the next match. */
import { readObject, write } from '../connection/storage';
import type { GameTitle } from '../generated/types';

const PLACE = 'microciv.play';
const USUAL_SEATS = 4;
const USUAL_LEVEL = 'easy';

export interface Play {
  seats: number;
  level: string;
}

/** As last time, where the game still has that. */
export function playOf(game: GameTitle): Play {
  const kept = readObject(PLACE)[game.name];
  const { seats, level } = (kept && typeof kept === 'object' ? kept : {}) as Partial<Play>;
  return {
    seats:
      game.usual_seats.find((count) => count === seats) ??
      game.usual_seats.find((count) => count >= USUAL_SEATS) ??
      game.usual_seats.at(-1) ??
      2,
    level: game.levels.find((one) => one === level) ?? usualLevel(game.levels),
  };
}

function usualLevel(levels: string[]): string {
  return levels.includes(USUAL_LEVEL) ? USUAL_LEVEL : (levels.at(-1) ?? 'random');
}

export function rememberPlay(game: string, play: Play): void {
  write(PLACE, JSON.stringify({ ...readObject(PLACE), [game]: play }));
}
