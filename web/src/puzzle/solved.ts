/** Which puzzles this device has solved, and which it has only tried. */
import type { GamePuzzles, PuzzleCard } from '../generated/types';
import { readObject, write } from '../connection/storage';

const KEPT = 'microciv.puzzles';

export type Mark = 'solved' | 'missed' | 'new';

export function marks(): (id: string) => Mark {
  const kept = readObject(KEPT);
  return (id) => (kept[id] === 'solved' || kept[id] === 'missed' ? kept[id] : 'new');
}

/** The first answer counts; a puzzle that was solved once stays so. */
export function remember(id: string, best: boolean): void {
  const kept = readObject(KEPT);
  if (kept[id] !== 'solved')
    write(KEPT, JSON.stringify({ ...kept, [id]: best ? 'solved' : 'missed' }));
}

/** How many of these are solved. */
export function solved({ puzzles }: GamePuzzles): number {
  const mark = marks();
  return puzzles.filter(({ id }) => mark(id) === 'solved').length;
}

/** What comes after this one: the next that is not solved; null: all are. */
export function nextOf(puzzles: PuzzleCard[], number: number): PuzzleCard | null {
  const mark = marks();
  const left = puzzles.filter((one) => one.number !== number && mark(one.id) !== 'solved');
  return left.find((one) => one.number > number) ?? left[0] ?? null;
}
