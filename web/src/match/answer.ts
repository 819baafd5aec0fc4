import type { Move } from '../generated/types';

/** The legal move that names this part, such as the card that is to be played or passed. */
export function moveWith(legal: Move[], part: string, value: unknown): Move | null {
  return legal.find((move) => move[part] === value) ?? null;
}

/** What the key of a digit chooses: the move of this amount, or else the one in this place. */
export function moveByDigit<One extends Move>(moves: One[], digit: number): One | undefined {
  const amounts = moves.some((move) => move['amount'] !== undefined);
  return amounts ? moves.find((move) => move['amount'] === digit) : moves[digit - 1];
}

/** A tap on the same thing so soon is a slip of the finger and not a change of mind. */
export const SLIP = 450;

export type Tap = { kind: 'lock'; move: string } | { kind: 'take_back' } | { kind: 'nothing' };

/** Tap = lock, tap another = change, tap the same again = take back. */
export function tap(move: string, answer: string[], legal: Move[], sinceLast: number): Tap {
  if (answer.includes(move)) return sinceLast < SLIP ? { kind: 'nothing' } : { kind: 'take_back' };
  return legal.some((one) => one.text === move) ? { kind: 'lock', move } : { kind: 'nothing' };
}
