/** The words for the deals of the day. */
import { daily } from '../connection/daily';
import { rememberName, rememberSeat } from '../connection/seats';
import type { DailyResult, DailyState, GameTitle } from '../generated/types';
import { t, tn } from '../language/words';
import { endedWords } from './mine';
import { paths, router } from './route.svelte';
import { minutesWords } from './waiting';
import { NAMELESS } from '../match/called';

/** "Played: place 2 of 7", "7 have played it", "Nobody has played it yet". */
export function stateWords({ state, place, players }: DailyState): string {
  if (state === 'played' && place !== null) {
    return players === 1
      ? t('Played; nobody else has yet')
      : t('Played: place {place} of {players}', { place, players });
  }
  if (state === 'played') return t('You left before the end');
  const others =
    players === 0
      ? t('Nobody has played it yet')
      : tn(players, 'One has played it', '{n} have played it');
  return state === 'playing' ? t('In play. {others}', { others }) : others;
}

/** "5 hours", "12 minutes". */
export function leftWords(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 120) return minutesWords(minutes);
  return tn(Math.round(minutes / 60), '{n} hour', '{n} hours');
}

/** "Second, 17 points": how it ended at the table. */
export function resultWords(
  { ended, score, unit }: DailyResult,
  labels: GameTitle['labels'] | undefined,
): string {
  return endedWords({ place: ended, score, unit }, labels);
}

/** "You came in at place 2 of 7.": of those who have played it to its end. */
export function ownWords({ place }: DailyResult, results: DailyResult[]): string {
  const players = results.filter((one) => one.place !== null).length;
  if (place === null) return t('You left before the end.');
  if (players === 1) return t('You are the only one who has played it.');
  return place === 1
    ? t('You came first of {players}.', { players })
    : t('You came in at place {place} of {players}.', { place, players });
}

/** To my table with the deal: a new one, or the one that I have. */
export function playDaily(game: GameTitle, name: string): Promise<void> {
  return router.onward(async () => {
    rememberName(name.trim());
    const seating = await daily.play(game.name, name.trim() || NAMELESS);
    const { name: called, title } = game;
    rememberSeat({ ...seating, game: called, title, finished: false, since: Date.now() });
    return paths.table(seating.table);
  });
}
