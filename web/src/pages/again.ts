/** A finished match once more. */
import { api } from '../connection/api';
import { myName, rememberSeat } from '../connection/seats';
import type { Again } from '../generated/types';
import { paths, router } from './route.svelte';

/** At a new table, with bots: its deal, or on from one of its decisions. */
export async function playAgain(table: string, wish: Again): Promise<void> {
  const seating = await api.again(table, { ...wish, name: myName() || 'Traveller' });
  const view = await api.table(seating.table, seating.token);
  const { game, title } = view;
  rememberSeat({ ...seating, game, title, finished: false, since: Date.now() });
  router.go(paths.table(seating.table));
}
