import { t } from '../language/words';

/** What is kept of who gave no name: the same in every language, so that it tells nobody theirs. */
export const NAMELESS = 'Traveller';
/** So is a namesake, "Traveller 2", and one of whom something is remarked. */
const KEPT = new RegExp(`^${NAMELESS}(?=( \\d+)?($| \\())`);

/** What the reader calls somebody. */
export function called(name: string): string {
  return name.replace(KEPT, () => t('Traveller'));
}
