import type { GameAbout, Pace, Texts } from '../generated/types';
import { bare, capital } from '../match/captions';
import { hoursWords } from '../match/when';

/** What the clocks are called, and what they mean. */
export const PACES: Record<Pace, { title: string; help: string }> = {
  none: { title: 'None', help: 'Everybody takes the time they need.' },
  relaxed: { title: 'Relaxed', help: 'Twice the usual time for each decision.' },
  normal: { title: 'Normal', help: 'The usual time for each decision.' },
  blitz: { title: 'Blitz', help: 'Half the usual time for each decision.' },
  daily: {
    title: 'By the day',
    help: 'Everybody looks in now and then; the match goes on while nobody is there.',
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
  { seconds, seconds_of: differ }: Pick<GameAbout, 'seconds' | 'seconds_of'>,
  texts: Texts,
): string {
  const titles = new Map<string, number[]>();
  for (const [phase, needed] of Object.entries(differ)) {
    const title = texts.phases?.[phase]?.title ?? capital(bare(phase));
    titles.set(title, [...(titles.get(title) ?? []), needed * FACTORS[pace]]);
  }
  const others = [...titles].map(([title, given]) => {
    const [least, most] = [Math.min(...given), Math.max(...given)].map((one) => figures(one));
    return `; ${title}: ${least === most ? (most ?? '') : `${least ?? ''} to ${most ?? ''}`}`;
  });
  return `${figures(seconds * FACTORS[pace])} seconds for a decision${others.join('')}.`;
}

/** How long an open market lasts as a whole, where the options have one and a clock. */
export function marketWords(
  pace: Pace,
  { trade_mode: mode, trade_minutes: minutes }: Record<string, unknown>,
): string {
  if (!isLive(pace) || mode !== 'clock' || typeof minutes !== 'number') return '';
  const whole = minutes * Math.min(1, FACTORS[pace]);
  return `The open market: ${whole.toString()} minute${whole === 1 ? '' : 's'} in all.`;
}

function figures(seconds: number): string {
  return Math.round(seconds).toString();
}

export const OUT_OF_TIME =
  'When your time is up the game answers that one decision for you; after two in a row a bot plays until you are back.';

/** "play by the day, 3 days for each decision", as somebody asks for it; or as it is. */
export function dailyWords(pace: Pace, hours: number | null, asItIs = false): string {
  const words =
    pace === 'daily'
      ? `play by the day, ${hoursWords(hours ?? 24)} for each decision`
      : pace === 'none'
        ? 'no clock'
        : `a ${PACES[pace].title.toLowerCase()} clock`;
  return asItIs ? `${capital(words)}.` : words;
}

/** At the end of a line about a table. */
export function paceWords(pace: Pace, hours: number | null): string {
  if (pace === 'daily') return `, by the day (${hoursWords(hours ?? 24)} for a decision)`;
  return pace === 'none' ? '' : `, ${PACES[pace].title.toLowerCase()} clock`;
}
