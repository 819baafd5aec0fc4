import type { Texts } from '../generated/types';
import { t } from '../language/words';
import { bare, capital } from './captions';

/** "Easy" of "Easy: plays sensibly". */
export function levelName(texts: Texts, level: string): string {
  return texts.levels?.[level]?.split(':')[0] ?? capital(bare(level));
}

/** "easy": a level within a sentence. */
export function levelWord(texts: Texts, level: string): string {
  const words: Partial<Record<string, string>> = {
    random: t('random'),
    easy: t('easy'),
    medium: t('medium'),
    hard: t('hard'),
    expert: t('expert'),
  };
  return words[level] ?? levelName(texts, level).toLowerCase();
}
