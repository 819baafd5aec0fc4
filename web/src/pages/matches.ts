/** The words for what I have played. */
import type { Company, GameTitle, PastMatch } from '../generated/types';
import { language, t, tn } from '../language/words';
import { company, endedWords } from './mine';

/** "Tue 3 Nov 2026, 19:04", in the reader's own time zone and way of writing it. */
export function when(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString(language(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}

/** "12 minutes"; of a match that went over days, "3 days". */
export function lasted({ begun, ended }: PastMatch): string {
  if (begun === null) return '';
  const minutes = Math.max(1, Math.round((ended - begun) / 60));
  if (minutes < 120) return tn(minutes, '{n} minute', '{n} minutes');
  const hours = Math.round(minutes / 60);
  if (hours < 48) return tn(hours, '{n} hour', '{n} hours');
  return tn(Math.round(hours / 24), '{n} day', '{n} days');
}

/** "with Ben and 2 easy bots". */
export function others({ company: all, seat }: PastMatch): string {
  const rest = all.filter((_, index) => index !== seat);
  return company(
    rest.map(({ name, level, owner }: Company) => ({
      name: owner ? t('{name} (bot of {owner})', { name, owner }) : name,
      level: level ?? null,
    })),
  );
}

/** "Second, 17 points". */
export function outcome(
  { place, score, unit }: PastMatch,
  labels: GameTitle['labels'] | undefined,
): string {
  return endedWords({ place, score, unit }, labels);
}

/** "variant Long game"; a table of somebody's own numbers is told from the usual one, no more. */
export function variantWords(variant: string): string {
  if (!variant) return '';
  return /^[0-9a-f]{12}$/.test(variant) ? t('rules of your own') : variant;
}
