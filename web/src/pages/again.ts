/** A finished match once more. */
import { api } from '../connection/api';
import { myName, rememberSeat } from '../connection/seats';
import type { Again, RecordAgain, Seating } from '../generated/types';
import { paths, router } from './route.svelte';
import { NAMELESS } from '../match/called';

/** At a new table, with bots: its deal, or on from one of its decisions. */
export async function playAgain(table: string, wish: Again): Promise<void> {
  await enter(api.again(table, { ...wish, name: me() }));
}

/** The same of a record from anywhere. */
export async function playOn(wish: RecordAgain): Promise<void> {
  await enter(api.playOn({ ...wish, name: me() }));
}

const me = (): string => myName() || NAMELESS;

function enter(asked: Promise<Seating>): Promise<void> {
  return router.onward(async () => {
    const seating = await asked;
    const view = await api.table(seating.table, seating.token);
    const { game, title } = view;
    rememberSeat({ ...seating, game, title, finished: false, since: Date.now() });
    return paths.table(seating.table);
  });
}
