/** A match soon: at a table that starts by itself, or at a new one of that kind. */
import { api, Refused } from '../connection/api';
import type { Pace, Seating } from '../generated/types';

export interface Quick {
  game: string;
  seats: number;
  pace: Pace;
  /** Seconds after which bots take the seats that are still open. */
  wait: number;
  name: string;
}

/** How long one may wait for people, in seconds. */
export const WAITS: [seconds: number, words: string][] = [
  [30, 'Half a minute'],
  [120, 'Two minutes'],
  [600, 'Ten minutes'],
];

export async function quickMatch({ game, seats, pace, wait, name }: Quick): Promise<Seating> {
  const tables = await api.waiting({ game, seats, pace, rated: false });
  for (const { table } of tables.filter(({ quick, changed }) => quick && !changed)) {
    try {
      return await api.sit(table, { name });
    } catch (error) {
      // Somebody was faster, or sits there with this name; the next one may be free.
      if (!(error instanceof Refused) || error.status >= 500 || !error.status) throw error;
    }
  }
  return api.create({
    game,
    name,
    options: {},
    pace,
    seats: Array.from({ length: seats }, (_, seat) => ({ kind: seat ? 'open' : 'you' })),
    listed: true,
    fill: wait,
  });
}
