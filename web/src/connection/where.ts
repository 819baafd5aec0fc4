/** Where a table is: on a server, or on this device, which plays without one. */
import { hasServer } from './site';
import { read, readObject, write } from './storage';

/** Begins the id of a table on a device; that of a server's never does (`microciv.device.site`). */
const MARK = '0';
const HERE = 'microciv.device';
const ENGINE = 'microciv.engine';
const LEVELS = 'microciv.levels';
/** Of a decision that was tried: others take up to twice as long, and nobody should wait for more. */
const MOST_SECONDS = 1;

export const isHere = (table: string): boolean => table.startsWith(MARK);

/** Does whoever sits here make all new tables on this device? */
export const playsHere = (): boolean => !hasServer || read(HERE) === 'yes';

export function playHere(yes: boolean): void {
  write(HERE, yes ? 'yes' : 'no');
}

/** Has this device all that it needs to play by itself? */
export const hasEngine = (): boolean => read(ENGINE) === 'yes';

export function rememberEngine(yes: boolean): void {
  write(ENGINE, yes ? 'yes' : 'no');
  if (!yes) playHere(false);
}

/** How many seconds a decision of each level took on this device, by game. */
export function rememberSeconds(game: string, seconds: Record<string, number>): void {
  write(LEVELS, JSON.stringify({ ...readObject(LEVELS), [game]: seconds }));
}

export const isTried = (game: string): boolean => game in readObject(LEVELS);

/** Of these levels of a game, weakest first, those whose bots this device carries. */
export function carried(game: string, levels: string[]): string[] {
  const seconds = readObject(LEVELS)[game] as Record<string, number> | undefined;
  if (!seconds) return levels;
  const quick = levels.filter((level) => (seconds[level] ?? Infinity) <= MOST_SECONDS);
  return quick.length ? quick : levels.slice(0, 1);
}
