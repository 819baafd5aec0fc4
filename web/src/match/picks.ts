import { t } from '../language/words';

/**
 * How many of a card are chosen after a tap, of those that there are: one more; where there is no
 * more of it or no more room, none. Null: there is no room, and nothing else gives way to it.
 */
export function tappedCount(now: number, has: number, room: number): number | null {
  if (now < has && room > 0) return now + 1;
  return now > 0 ? 0 : null;
}

/**
 * The cards that are chosen after a tap on one of which there are this many; null: see above. Where
 * one alone is due, the one that is tapped takes its place.
 */
export function picked(picks: string[], card: string, has: number, due: number): string[] | null {
  const now = picks.filter((one) => one === card).length;
  const next = tappedCount(now, has, due - picks.length);
  if (next === null) return due === 1 ? [card] : null;
  return next ? [...picks, card] : picks.filter((one) => one !== card);
}

/** Why a tap was refused. */
export function enough(due: number): string {
  if (due === 1) return t('One is chosen already: first tap it to take it back.');
  if (due === 2) return t('Two are chosen already: first tap one of them to take it back.');
  return t('{n} are chosen already: first tap one of them to take it back.', { n: due });
}
