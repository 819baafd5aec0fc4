import { language, type Language } from '../language/words';

/** In which language answers are to be; without it they are in English, as a server of before, which
 * knows no such field, has them.
 */
export function reader(): { language?: Language } {
  return language() === 'en' ? {} : { language: language() };
}
