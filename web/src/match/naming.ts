import type { SeatView, TableView, Texts } from '../generated/types';
import { levelName } from './levels';
import type { Naming } from './captions';

/** What people and things are called at this table. */
export function namingOf(table: TableView, texts: Texts, you: number | null): Naming {
  const playing = table.seats.filter((seat) => seat.seat >= 0);
  const names: string[] = [];
  for (const seat of playing) {
    names[seat.seat] =
      seat.seat === you
        ? 'You'
        : nameOf(seat) ||
          (seat.level ? levelName(texts, seat.level) : `Seat ${(seat.seat + 1).toString()}`);
  }
  return { texts, names, wonders: wondersByLetter(table.options), unit: table.unit };
}

/** A person keeps the name while a bot plays. */
export function nameOf({ name, stands_in }: SeatView): string {
  return name && stands_in ? `${name} (bot plays)` : (name ?? '');
}

/** The same, with what the result, a replay and a review say of bot accounts and who came late. */
export function remarked(naming: Naming, { seats, you }: TableView): Naming {
  const names = naming.names.map((name, number) => {
    const found = seats.find(({ seat }) => seat === number);
    const remark = found?.owner ? `bot of ${found.owner}` : found?.since;
    return remark && number !== you && !name.includes(' (') ? `${name} (${remark})` : name;
  });
  return { ...naming, names };
}

function wondersByLetter(options: Record<string, unknown>): Record<string, string> {
  const rows = options['wonder_table'];
  if (!Array.isArray(rows)) return {};
  return Object.fromEntries(
    (rows as { letter: string; name: string }[]).map((row) => [row.letter, row.name]),
  );
}
