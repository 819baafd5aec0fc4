import type { Told } from './mirror';
import type { Refused } from './refused';

export type Line = 'connecting' | 'open' | 'lost';

/** Where a page stands in the stream of a match: what it need not hear again. */
export interface Heard {
  match: number;
  since: number;
}

export interface Listener {
  message(message: Told): void;
  line(state: Line): void;
  /** The greeting is refused, and would be again: nothing comes any more. */
  barred(problem: Refused): void;
  /** Asked at every (re)connection. */
  heard(): Heard;
}

const ASIDE = 'aside-';

/** What a refusal of a message will be known by that is no answer. */
export function asideId(id: string): string {
  return `${ASIDE}${id}`;
}

const HINT = 'hint-';

/** What the answer to a wish for a hint will be known by. */
export function hintId(id: string): string {
  return asideId(`${HINT}${id}`);
}

/** Was it a hint that was refused? */
export function isHint(id: string | null): boolean {
  return !!id?.startsWith(asideId(HINT));
}

/** How answers travel; only this folder knows by what means. */
export interface Connection {
  start(listener: Listener): void;
  /** Returns the id by which it will be accepted or refused. */
  play(match: number, decision: number, moves: string[]): string;
  takeBack(match: number, decision: number): string;
  /** Agree that bots play out the rest, or no longer do. */
  finish(match: number, agree: boolean): void;
  /** To everybody at the table; while the line is lost nobody hears it. */
  say(match: number, phrase: string, parts: Record<string, string | number>): void;
  /** The same in words of one's own. Returns the id by which they will be refused. */
  write(match: number, text: string): string;
  /** Ask what would be good; what is asked while the line is lost is lost too. */
  hint(match: number, decision: number): void;
  /** Say that one is there: a seat that a bot has kept is one's own again, a pause is over. */
  comeBack(): void;
  /** Try again now rather than after the pause. */
  retry(): void;
  close(): void;
}
