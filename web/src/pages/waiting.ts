/** The words for tables that wait, and for who watches. */
import type { TableView, WaitingTable } from '../generated/types';
import { list, t, tn } from '../language/words';
import { called } from '../match/called';
import { paceWords } from './pace';

/** "Ann’s table, 3 of 4 seats taken, 1 of them by a bot, normal clock, about 12 minutes". */
export function tableWords(table: WaitingTable): string {
  const { host, open, seats, bots, pace, hours, rated, changed, quick, minutes } = table;
  const taken = seats - open;
  const words = [
    t('{host}’s table', { host: called(host) }),
    bots
      ? tn(
          bots,
          '{taken} of {seats} seats taken (a bot)',
          '{taken} of {seats} seats taken ({n} bots)',
          { taken, seats },
        )
      : t('{taken} of {seats} seats taken', { taken, seats }),
    paceWords(pace, hours),
    rated && t('rated'),
    changed && t('house rules'),
    quick && t('starts soon by itself'),
    minutes !== null && t('about {time}', { time: minutesWords(minutes) }),
  ];
  return words.filter(Boolean).join(', ');
}

export function minutesWords(minutes: number): string {
  return tn(minutes, 'a minute', '{n} minutes');
}

/** "Dora and 3 others watch."; empty: nobody. */
export function watchingWords({ count, names }: TableView['spectators']): string {
  const known = names.map(called);
  const all = count ? [...known, names.length ? others(count) : people(count)] : known;
  if (!all.length) return '';
  return tn(names.length + count, '{names} watches.', '{names} watch.', { names: list(all) });
}

function others(count: number): string {
  return count < 10 ? tn(count, '{n} other', '{n} others') : t('some {count} others', { count });
}

function people(count: number): string {
  return count < 10 ? tn(count, '{n} person', '{n} people') : t('some {count} people', { count });
}
