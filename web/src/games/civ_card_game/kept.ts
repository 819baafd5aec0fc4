import { readObject, write } from '../../connection/storage';

/** What this page remembers of a match for its reader alone; only of the newest match, but of each
    who plays it at this device. */
const PLACE = 'microciv.civ-card-game.';

/** A reader: somebody in a seat of a match. */
export interface Reader {
  match: string;
  seat: number;
}

export function recall(what: string, { match, seat }: Reader): unknown {
  return seatsOf(what, match)[seat];
}

export function remember(what: string, { match, seat }: Reader, value: unknown): void {
  const seats = { ...seatsOf(what, match), [seat]: value };
  write(PLACE + what, JSON.stringify({ [match]: seats }));
}

function seatsOf(what: string, match: string): Record<string, unknown> {
  const seats = readObject(PLACE + what)[match];
  return seats && typeof seats === 'object' ? { ...seats } : {};
}
