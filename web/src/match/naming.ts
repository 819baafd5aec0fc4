import type { SeatView, TableView, Texts } from '../generated/types';
import { within } from '../language/within';
import { t } from '../language/words';
import { levelName } from './levels';
import { label, type Naming } from './captions';
import { called } from './called';

/** What people and things are called at this table. */
export function namingOf(table: TableView, texts: Texts, you: number | null): Naming {
  const playing = table.seats.filter((seat) => seat.seat >= 0);
  const names: string[] = [];
  for (const seat of playing) {
    names[seat.seat] =
      seat.seat === you
        ? t('You')
        : nameOf(seat) ||
          (seat.level ? levelName(texts, seat.level) : t('Seat {n}', { n: seat.seat + 1 }));
  }
  return {
    texts,
    names,
    reader: you,
    wonders: wondersByLetter(table.options, texts),
    unit: table.unit,
    lesson: table.lesson,
  };
}

/** The same of a match that is over, by who played it (the table may have gone on to another); `you`:
 * is the reader's own seat "You"?
 */
export function namingThen(
  table: TableView,
  texts: Texts,
  players: string[],
  you: (seat: number) => boolean = () => true,
): Naming {
  const own = seatOf(players, table.me);
  const reader = own >= 0 && you(own) ? own : null;
  const names = players.map((name, seat) => (seat === reader ? t('You') : called(name)));
  return { ...namingOf(table, texts, null), names, reader };
}

/** Where somebody sat who is called so at the table; -1: nowhere, or nobody is. Of who came late or
 * whom a bot played for, that is remarked after the name.
 */
function seatOf(players: string[], me: string | null): number {
  if (!me) return -1;
  const exact = players.indexOf(me);
  return exact >= 0 ? exact : players.findIndex((name) => name.startsWith(`${me} (`));
}

/** A person keeps the name while a bot plays. */
export function nameOf(seat: SeatView): string {
  const name = called(seat.name ?? '');
  return name && seat.stands_in ? t('{name} (bot plays)', { name }) : name;
}

/** The same, with what the result, a replay and a review say of bot accounts and who came late. */
export function remarked(naming: Naming, { seats, you }: TableView): Naming {
  const names = naming.names.map((name, number) => {
    const found = seats.find(({ seat }) => seat === number);
    if (!found || number === you || name.includes(' (')) return name;
    if (found.owner) return t('{name} (bot of {owner})', { name, owner: called(found.owner) });
    return found.since !== null ? `${name} (${sinceWords(naming, found.since)})` : name;
  });
  return { ...naming, names };
}

/** From which round somebody plays who came late. */
function sinceWords(naming: Naming, number: number): string {
  if (!number) return t('came late');
  return t('from {round} {number}', { round: within(label(naming, 'round')), number });
}

/** What a row of the options is called: as printed it has a name in the texts of a language, else it
    keeps the one that somebody gave it. */
export function rowName(texts: Texts, name: string): string {
  return texts.names?.[name] ?? name;
}

function wondersByLetter(options: Record<string, unknown>, texts: Texts): Record<string, string> {
  const rows = options['wonder_table'];
  if (!Array.isArray(rows)) return {};
  return Object.fromEntries(
    (rows as { letter: string; name: string }[]).map((row) => [
      row.letter,
      rowName(texts, row.name),
    ]),
  );
}
