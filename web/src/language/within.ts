import { language } from './words';

/** A word that stands alone in the game's texts, in the middle of a sentence: the nouns of German
    keep their capitals. */
export function within(word: string): string {
  return language() === 'de' ? word : word.toLowerCase();
}
