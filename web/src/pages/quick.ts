/** A match soon: at a table that starts by itself, or at a new one of that kind. */
import { api, Refused } from '../connection/api';
import type { Pace, Seating } from '../generated/types';
import { t } from '../language/words';

export interface Quick {
  game: string;
  seats: number;
  pace: Pace;
  /** Seconds after which bots take the seats that are still open. */
  wait: number;
  name: string;
}

/** How long one may wait for people, in seconds. */
export const waits = (): [seconds: number, words: string][] => [
  [30, t('Half a minute')],
  [120, t('Two minutes')],
  [600, t('Ten minutes')],
];

/** Somebody else may make a table at the same moment: then it is looked for once more. */
export async function quickMatch(wanted: Quick): Promise<Seating> {
  return (
    (await sitDown(wanted)) ??
    (await unlessRefused(create(wanted, true))) ??
    (await sitDown(wanted)) ??
    (await create(wanted, false))
  );
}

async function sitDown({ game, seats, pace, name }: Quick): Promise<Seating | null> {
  const tables = await api.waiting({ game, seats, pace, rated: false });
  for (const { table } of tables.filter(({ quick, changed }) => quick && !changed)) {
    // Somebody was faster, or sits there with this name; the next one may be free.
    const seating = await unlessRefused(api.sit(table, { name }));
    if (seating) return seating;
  }
  return null;
}

async function unlessRefused(asked: Promise<Seating>): Promise<Seating | null> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof Refused) || error.status >= 500 || !error.status) throw error;
    return null;
  }
}

function create({ game, seats, pace, wait, name }: Quick, quick: boolean): Promise<Seating> {
  return api.create({
    game,
    name,
    options: {},
    pace,
    seats: Array.from({ length: seats }, (_, seat) => ({ kind: seat ? 'open' : 'you' })),
    listed: true,
    fill: wait,
    quick,
  });
}
