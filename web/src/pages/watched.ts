/** A match that is over: of a table, or of a record that a link carries. */
import { api } from '../connection/api';
import { unpackRecord, type Shared } from '../connection/packed';
import { mySeat } from '../connection/seats';
import type { Replay, TableView } from '../generated/types';

const SPECTATOR = 15;

export interface Watched {
  table: TableView;
  replay(seat: number): Promise<Replay>;
  /** What a link to it carries. */
  shared(): Promise<Shared>;
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
    async shared() {
      if (!names.length) names = (await api.replay(id, SPECTATOR, match)).seats;
      return { record: await api.record(id, match), names };
    },
  };
}

export async function ofLink(packed: string): Promise<Watched> {
  const shared = await unpackRecord(packed);
  const watch = (seat: number) =>
    api.watch({
      record: { ...shared.record },
      names: shared.names,
      seat: seat === SPECTATOR ? null : seat,
    });
  const first = await watch(SPECTATOR);
  return {
    table: first.table,
    replay: async (seat) => (seat === SPECTATOR ? first : await watch(seat)).replay,
    shared: () => Promise.resolve(shared),
  };
}
