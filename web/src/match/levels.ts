import type { Texts } from '../generated/types';
import { bare, capital } from './captions';

/** "Easy" of "Easy: plays sensibly". */
export function levelName(texts: Texts, level: string): string {
  return texts.levels?.[level]?.split(':')[0] ?? capital(bare(level));
}
