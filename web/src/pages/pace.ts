import type { GameAbout, Pace, Texts } from '../generated/types';
import { bare, capital } from '../match/captions';

/** What the clocks are called, and what they mean. */
export const PACES: Record<Pace, { title: string; help: string }> = {
  none: { title: 'None', help: 'Everybody takes the time they need.' },
  relaxed: { title: 'Relaxed', help: 'Twice the usual time for each decision.' },
  normal: { title: 'Normal', help: 'The usual time for each decision.' },
  blitz: { title: 'Blitz', help: 'Half the usual time for each decision.' },
};

/** How much of a game's own time for a decision each pace gives. */
const FACTORS: Record<Pace, number> = { none: 0, relaxed: 2, normal: 1, blitz: 0.5 };

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
  if (pace === 'none' || mode !== 'clock' || typeof minutes !== 'number') return '';
  const whole = minutes * Math.min(1, FACTORS[pace]);
  return `The open market: ${whole.toString()} minute${whole === 1 ? '' : 's'} in all.`;
}

function figures(seconds: number): string {
  return Math.round(seconds).toString();
}

export const OUT_OF_TIME =
  'When your time is up the game answers that one decision for you; after two in a row a bot plays until you are back.';

/** At the end of a line about a table. */
export function paceWords(pace: Pace): string {
  return pace === 'none' ? '' : `, ${PACES[pace].title.toLowerCase()} clock`;
}
