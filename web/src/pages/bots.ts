/** What bots are called by their level, amid other words. */
import { t } from '../language/words';
import { bare, capital } from '../match/captions';

/** "easy bots". */
export function botsOf(level: string): string {
  const words: Record<string, string> = {
    random: t('random bots'),
    easy: t('easy bots'),
    medium: t('medium bots'),
    hard: t('hard bots'),
    expert: t('expert bots'),
  };
  return words[level] ?? t('{level} bots', { level: bare(level) });
}

/** "Easy bot". */
export function botOf(level: string): string {
  const words: Record<string, string> = {
    random: t('Random bot'),
    easy: t('Easy bot'),
    medium: t('Medium bot'),
    hard: t('Hard bot'),
    expert: t('Expert bot'),
  };
  return words[level] ?? t('{level} bot', { level: capital(level) });
}
