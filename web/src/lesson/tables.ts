import { api, Refused } from '../connection/api';
import {
  forgetSeat,
  mySeat,
  mySeats,
  myName,
  rememberSeat,
  type MySeat,
} from '../connection/seats';
import type { GameTitle, Seating, TableView } from '../generated/types';
import { t } from '../language/words';
import { paths, router } from '../pages/route.svelte';
import { NAMELESS } from '../match/called';

const EASY = 'easy';

/** Where the lesson of this game is: it waits on this device, or is new; for who is still here. */
export async function lessonOf(game: GameTitle, here: () => boolean): Promise<string> {
  const waiting = mySeats().find((seat) => seat.lesson && seat.game === game.name);
  if (waiting && (await goesOn(waiting))) return paths.table(waiting.table);
  if (!here()) return '';
  const seating = await api.learn(game.name, myName() || NAMELESS);
  keep(seating, game.name, t('the lesson of {game}', { game: game.title }), true);
  return paths.table(seating.table);
}

async function goesOn(seat: MySeat): Promise<boolean> {
  try {
    const table = await api.table(seat.table, seat.token);
    return table.state === 'playing';
  } catch (error) {
    if (error instanceof Refused && error.status === 404) forgetSeat(seat.table);
    else throw error;
    return false;
  }
}

/** A match like the lesson's, as it is played by everybody; the lesson is over. */
export function playForReal(table: TableView): Promise<void> {
  return router.onward(async () => {
    const seating = await api.create({
      game: table.game,
      name: myName() || NAMELESS,
      options: {},
      pace: 'none',
      seats: table.seats.map((_, chair) =>
        chair === 0 ? { kind: 'you' } : { kind: 'bot', level: EASY },
      ),
    });
    await quit(table);
    keep(seating, table.game, table.title);
    return paths.table(seating.table);
  });
}

/** A lesson that was left is not offered again; one that was finished can be looked at. */
export async function quit(table: TableView): Promise<void> {
  const seat = mySeat(table.table);
  if (!seat || table.state === 'finished') return;
  forgetSeat(table.table);
  try {
    await api.leave(table.table, seat.token);
  } catch {
    // Whatever is left of the table is tidied away in time.
  }
}

function keep(seating: Seating, game: string, title: string, lesson = false): void {
  rememberSeat({ ...seating, game, title, finished: false, since: Date.now(), lesson });
}
