/** The words for tables that wait, and for who watches. */
import type { TableView, WaitingTable } from '../generated/types';
import { paceWords } from './pace';
import { list, whose } from './people';

/** "Ann’s table, 3 of 4 seats taken, 1 of them by a bot, normal clock, about 12 minutes". */
export function tableWords(table: WaitingTable): string {
  const { host, open, seats, bots, pace, hours, rated, changed, quick, minutes } = table;
  const taken = `${(seats - open).toString()} of ${seats.toString()} seats taken`;
  const by = bots ? ` (${bots === 1 ? 'a bot' : `${bots.toString()} bots`})` : '';
  const more = [
    rated && 'rated',
    changed && 'house rules',
    quick && 'starts soon by itself',
    minutes !== null && `about ${minutesWords(minutes)}`,
  ];
  const words = [`${taken}${by}${paceWords(pace, hours)}`, ...more.filter(Boolean)];
  return `${whose(host)} table, ${words.join(', ')}`;
}

export function minutesWords(minutes: number): string {
  return minutes === 1 ? 'a minute' : `${minutes.toString()} minutes`;
}

/** "Dora and 3 others watch."; empty: nobody. */
export function watchingWords({ count, names }: TableView['spectators']): string {
  const others = count >= 10 ? `some ${count.toString()}` : count.toString();
  const unnamed = names.length ? `${others} other${count === 1 ? '' : 's'}` : others;
  const all = count ? [...names, names.length ? unnamed : people(others, count)] : names;
  if (!all.length) return '';
  return `${list(all)} ${names.length + count === 1 ? 'watches' : 'watch'}.`;
}

function people(words: string, count: number): string {
  return `${words} ${count === 1 ? 'person' : 'people'}`;
}
