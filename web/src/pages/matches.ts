/** The words for what I have played. */
import type { Company, GameAbout, PastMatch } from '../generated/types';
import { company, endedWords } from './mine';

/** "Tue 3 Nov 2026, 19:04", in the reader's own time zone and way of writing it. */
export function when(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}

/** "12 minutes"; of a match that went over days, "3 days". */
export function lasted({ begun, ended }: PastMatch): string {
  if (begun === null) return '';
  const minutes = Math.max(1, Math.round((ended - begun) / 60));
  if (minutes < 120) return `${minutes.toString()} minute${minutes === 1 ? '' : 's'}`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours.toString()} hours` : `${Math.round(hours / 24).toString()} days`;
}

/** "with Ben and 2 easy bots". */
export function others({ company: all, seat }: PastMatch): string {
  const rest = all.filter((_, place) => place !== seat);
  return company(
    rest.map(({ name, level, owner }: Company) => ({
      name: owner ? `${name} (bot of ${owner})` : name,
      level: level ?? null,
    })),
  );
}

/** "Second, 17 points". */
export function outcome(
  { place, score, unit }: PastMatch,
  labels: GameAbout['labels'] | undefined,
): string {
  return endedWords({ place, score, unit }, labels);
}

/** "variant Long game"; a table of somebody's own numbers is told from the usual one, no more. */
export function variantWords(variant: string): string {
  if (!variant) return '';
  return /^[0-9a-f]{12}$/.test(variant) ? 'rules of your own' : variant;
}
