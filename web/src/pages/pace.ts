import type { GameTitle, Pace, Texts } from '../generated/types';
import { t, tn } from '../language/words';
import { bare, capital } from '../match/captions';
import { hoursWords } from '../match/when';

/** What the clocks are called, and what they mean. */
export const PACES: Record<Pace, { title: string; help: string }> = {
  get none() {
    return { title: t('No clock'), help: t('Everybody takes the time they need.') };
  },
  get relaxed() {
    return { title: t('Relaxed'), help: t('Twice the usual time for each decision.') };
  },
  get normal() {
    return { title: t('Normal'), help: t('The usual time for each decision.') };
  },
  get blitz() {
    return { title: t('Blitz'), help: t('Half the usual time for each decision.') };
  },
  get daily() {
    return {
      title: t('By the day'),
      help: t('Everybody looks in now and then; the match goes on while nobody is there.'),
    };
  },
};

/** Hours for a decision that are offered. */
export const HOURS = [8, 24, 72, 168];

/** How much of a game's own time for a decision each live pace gives. */
const FACTORS: Record<Pace, number> = { none: 0, relaxed: 2, normal: 1, blitz: 0.5, daily: 0 };

/** Has this pace a clock that is looked at all the time? */
export const isLive = (pace: Pace): boolean => FACTORS[pace] > 0;

/** "45 seconds for a decision; Trade: 25." Phases of one title are told together. */
export function secondsWords(
  pace: Pace,
  { seconds, seconds_of: differ }: Pick<GameTitle, 'seconds' | 'seconds_of'>,
  texts: Texts,
): string {
  const titles = new Map<string, number[]>();
  for (const [phase, needed] of Object.entries(differ)) {
    const title = texts.phases?.[phase]?.title ?? capital(bare(phase));
    titles.set(title, [...(titles.get(title) ?? []), needed * FACTORS[pace]]);
  }
  const others = [...titles].map(([title, given]) => {
    const [least, most] = [Math.min(...given), Math.max(...given)].map((one) => figures(one));
    const needed =
      least === most
        ? (most ?? '')
        : t('{least} to {most}', { least: least ?? '', most: most ?? '' });
    return `; ${title}: ${needed}`;
  });
  const usual = t('{seconds} seconds for a decision', {
    seconds: figures(seconds * FACTORS[pace]),
  });
  return `${usual}${others.join('')}.`;
}

/** How long an open market lasts as a whole, where the options have one and a clock. */
export function marketWords(
  pace: Pace,
  { trade_mode: mode, trade_minutes: minutes }: Record<string, unknown>,
): string {
  if (!isLive(pace) || mode !== 'clock' || typeof minutes !== 'number') return '';
  const whole = minutes * Math.min(1, FACTORS[pace]);
  return tn(whole, 'The open market: {n} minute in all.', 'The open market: {n} minutes in all.');
}

function figures(seconds: number): string {
  return Math.round(seconds).toString();
}

export function outOfTimeWords(): string {
  return t(
    'When your time is up the game answers that one decision for you; after two in a row a bot plays until you are back.',
  );
}

/** "play by the day, 3 days for each decision", as somebody asks for it; or as it is. */
export function dailyWords(pace: Pace, hours: number | null, asItIs = false): string {
  const given = hoursWords(hours ?? 24);
  const words: Record<Pace, string> = {
    none: t('no clock'),
    relaxed: t('a relaxed clock'),
    normal: t('a normal clock'),
    blitz: t('a blitz clock'),
    daily: t('play by the day, {given} for each decision', { given }),
  };
  return asItIs ? `${capital(words[pace])}.` : words[pace];
}

/** "normal clock", in a line about a table; empty: there is none. */
export function paceWords(pace: Pace, hours: number | null): string {
  const words: Record<Pace, string> = {
    none: '',
    relaxed: t('relaxed clock'),
    normal: t('normal clock'),
    blitz: t('blitz clock'),
    daily: t('by the day ({given} for a decision)', { given: hoursWords(hours ?? 24) }),
  };
  return words[pace];
}
