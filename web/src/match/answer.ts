import type { Move, RefusedMoves, TableView } from '../generated/types';
import { list, t } from '../language/words';

/** A move that is not legal now, and why not. */
export interface RefusedMove {
  move: Move;
  why: string;
}

/** One by one what is told by its reason. */
export function oneByOne(told: RefusedMoves[]): RefusedMove[] {
  return told.flatMap(({ why, moves }) => moves.map((move) => ({ move, why })));
}

/** The legal move that names this part, such as the card that is to be played or passed. */
export function moveWith(legal: Move[], part: string, value: unknown): Move | null {
  return legal.find((move) => move[part] === value) ?? null;
}

/** The steps of an answer, as they are said. */
export function textsOf(steps: Move[]): string[] {
  return steps.map(({ text }) => text);
}

/** Why the move whose parts are these is refused; empty: it is not. */
export function whyNot(why: RefusedMove[], parts: Record<string, unknown>): string {
  const names = Object.keys(parts);
  const found = why.find(({ move }) => names.every((name) => move[name] === parts[name]));
  return found?.why ?? '';
}

/** What the key of a digit chooses: the move of this amount, or else the one in this place. */
export function moveByDigit<One extends Move>(moves: One[], digit: number): One | undefined {
  const amounts = moves.some((move) => move['amount'] !== undefined);
  return amounts ? moves.find((move) => move['amount'] === digit) : moves[digit - 1];
}

/**
 * How far an answer is: steps are wanted; it is on its way; it waits, as the line is down; the
 * server has all of it.
 */
export type Sealing = 'open' | 'sending' | 'unsent' | 'sealed';

/** What is said of an answer that the server may not have; empty: it has it, or there is none. */
export function onItsWay(sealing: Sealing): string {
  if (sealing === 'sending') return t('Sending …');
  return sealing === 'unsent' ? t('Not sent yet: it goes out when the line is back.') : '';
}

/** The same in the room of a seal. */
export function sealWord(sealing: Sealing): string {
  if (sealing === 'sending') return t('sending …');
  return sealing === 'unsent' ? t('not sent yet') : t('locked');
}

/** What an answer is made from: its steps so far, and what it may go on with. */
interface Sealed {
  /** The steps as the page shows them, on their way or stored. */
  locked: string[];
  /** The steps that are stored; `legal` goes on from them, or begins anew where they are complete. */
  answer: string[];
  sending: boolean;
  complete: boolean;
  legal: Move[];
}

/**
 * The steps to seal after a tap; none: take back; null: nothing is meant. Tap = lock, or go on with
 * an answer of several steps; tap another = change; tap a step again = take back from there.
 */
export function tapped(move: string, sealed: Sealed, slip: boolean): string[] | null {
  const { locked, answer, sending, complete, legal } = sealed;
  const index = locked.indexOf(move);
  const offered = legal.some((one) => one.text === move);
  const again = offered && !complete && !sending;
  if (index >= 0 && slip) return null;
  if (index >= 0 && !again) return locked.slice(0, index);
  if (!offered) return null;
  return complete ? [move] : [...answer, move];
}

/** What a question says to whom it is not put; of the seats by these names, those that think. */
export function waitingFor(table: TableView, names: string[], mine: number): string {
  return waitingAfter(table, names, mine) || t('Waiting for the others …');
}

/** The same after an answer that stands; empty: nobody else is asked, as in a puzzle. */
export function waitingAfter({ paused, seats }: TableView, names: string[], mine: number): string {
  if (paused) return t('The table is paused.');
  const thinking = seats.filter(({ seat, status }) => status === 'thinking' && seat !== mine);
  const who = thinking.map(({ seat }) => names[seat] ?? '');
  return who.length ? t('Waiting for {who} …', { who: list(who) }) : '';
}
