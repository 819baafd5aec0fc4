/** A match that is over: of a table, or of a record that a link carries. */
import { paths, type Moment } from '../connection/addresses';
import { api } from '../connection/api';
import { unpackRecord, type Shared } from '../connection/packed';
import { recordReview, review, type Tell } from '../connection/review';
import { mySeat } from '../connection/seats';
import type { Replay, TableView } from '../generated/types';
import { playAgain, playOn } from './again';

export const SPECTATOR = 15;

/** Where such a match is found. */
export interface Source {
  id: string;
  packed: string;
  match: number | undefined;
}

export interface Watched {
  table: TableView;
  replay(seat: number): Promise<Replay>;
  review(seat: number, tell: Tell, signal: AbortSignal): Promise<void>;
  /** On from this decision, with bots, as this seat knew it. */
  playOn(seat: number, decision: number): Promise<void>;
  /** What a link to it carries. */
  shared(): Promise<Shared>;
}

export const watched = ({ id, packed, match }: Source): Promise<Watched> =>
  packed ? ofLink(packed) : ofTable(id, match);

/** The address of its replay or review. */
export function placeOf({ id, packed, match }: Source, moment: Moment, review = false): string {
  if (packed) return paths.record(packed, moment, review);
  const where = { match, ...moment };
  return review ? paths.review(id, where) : paths.replay(id, where);
}

export async function ofTable(id: string, match?: number): Promise<Watched> {
  const table = await api.table(id, mySeat(id)?.token ?? null);
  let names: string[] = [];
  return {
    table,
    async replay(seat) {
      const replay = await api.replay(id, seat, match);
      names = replay.seats;
      return replay;
    },
    review: (seat, tell, signal) => review(id, seat, match, tell, signal),
    playOn: (seat, decision) =>
      playAgain(id, match ? { seat, decision, match } : { seat, decision }),
    async shared() {
      if (!names.length) names = (await api.replay(id, SPECTATOR, match)).seats;
      return { record: await api.record(id, match), names };
    },
  };
}

async function ofLink(packed: string): Promise<Watched> {
  const shared = await unpackRecord(packed);
  const record = { ...shared.record };
  const watch = (seat: number) =>
    api.watch({ record, names: shared.names, seat: seat === SPECTATOR ? null : seat });
  const first = await watch(SPECTATOR);
  return {
    table: first.table,
    replay: async (seat) => (seat === SPECTATOR ? first : await watch(seat)).replay,
    review: (seat, tell, signal) => recordReview({ record, seat }, tell, signal),
    playOn: (seat, decision) => playOn({ record, seat, decision }),
    shared: () => Promise.resolve(shared),
  };
}
