import type { Pace } from '../generated/types';

/** What the clocks are called, and what they mean. */
export const PACES: Record<Pace, { title: string; help: string }> = {
  none: { title: 'None', help: 'Everybody takes the time they need.' },
  relaxed: { title: 'Relaxed', help: 'Twice the usual time for each decision.' },
  normal: { title: 'Normal', help: 'The usual time for each decision.' },
  blitz: { title: 'Blitz', help: 'Half the usual time for each decision.' },
};

export const OUT_OF_TIME =
  'When your time is up the game moves for you; after two times in a row a bot plays until you are back.';

/** At the end of a line about a table. */
export function paceWords(pace: Pace): string {
  return pace === 'none' ? '' : `, ${PACES[pace].title.toLowerCase()} clock`;
}
