import { language, t, tn } from '../language/words';

/** Moments in the reader's own time zone and language, as far away as matches by the day are. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function midnight(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
}

/** "today, 18:00", "tomorrow, 18:00", "Fri, 27 Nov, 18:00". */
export function moment(at: Date, now: Date, spoken: string = language()): string {
  const time = at.toLocaleTimeString(spoken, { hour: '2-digit', minute: '2-digit' });
  // A day may have an hour more or less.
  const days = Math.round((midnight(at) - midnight(now)) / DAY);
  if (days === 0) return t('today, {time}', { time });
  if (days === 1) return t('tomorrow, {time}', { time });
  return `${dayOf(at, spoken)}, ${time}`;
}

/** "Fri, 27 Nov". */
export function dayOf(at: Date, spoken: string = language()): string {
  return at.toLocaleDateString(spoken, { weekday: 'short', day: 'numeric', month: 'short' });
}

const hoursIn = (n: number): string => tn(n, '{n} hour', '{n} hours');
const daysIn = (n: number): string => tn(n, '{n} day', '{n} days');

/** "20 hours"; from two days on in days. */
export function span(ms: number): string {
  if (ms < MINUTE) return t('less than a minute');
  if (ms < HOUR) return tn(Math.floor(ms / MINUTE), '{n} minute', '{n} minutes');
  if (ms < 2 * DAY) return hoursIn(Math.floor(ms / HOUR));
  return daysIn(Math.floor(ms / DAY));
}

/** "1 day", "8 hours": how long there is for each decision. */
export function hoursWords(hours: number): string {
  return hours % 24 ? hoursIn(hours) : daysIn(hours / 24);
}
