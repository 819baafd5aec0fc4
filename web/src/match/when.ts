/** Moments in the reader's own time zone and language, as far away as matches by the day are. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function midnight(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
}

/** "today, 18:00", "tomorrow, 18:00", "Fri, 27 Nov, 18:00". */
export function moment(at: Date, now: Date, language?: string): string {
  const time = at.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' });
  // A day may have an hour more or less.
  const days = Math.round((midnight(at) - midnight(now)) / DAY);
  if (days === 0) return `today, ${time}`;
  if (days === 1) return `tomorrow, ${time}`;
  return `${dayOf(at, language)}, ${time}`;
}

/** "Fri, 27 Nov". */
export function dayOf(at: Date, language?: string): string {
  return at.toLocaleDateString(language, { weekday: 'short', day: 'numeric', month: 'short' });
}

function many(count: number, unit: string): string {
  return `${count.toString()} ${unit}${count === 1 ? '' : 's'}`;
}

/** "20 hours"; from two days on in days. */
export function span(ms: number): string {
  if (ms < MINUTE) return 'less than a minute';
  if (ms < HOUR) return many(Math.floor(ms / MINUTE), 'minute');
  if (ms < 2 * DAY) return many(Math.floor(ms / HOUR), 'hour');
  return many(Math.floor(ms / DAY), 'day');
}

/** "1 day", "8 hours": how long there is for each decision. */
export function hoursWords(hours: number): string {
  return hours % 24 ? many(hours, 'hour') : many(hours / 24, 'day');
}
