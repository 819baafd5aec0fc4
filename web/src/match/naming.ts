import type { SeatView, TableView, Texts } from '../generated/types';
import { t } from '../language/words';
import { levelName } from './levels';
import type { Naming } from './captions';

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
  return { texts, names, wonders: wondersByLetter(table.options), unit: table.unit };
}

/** A person keeps the name while a bot plays. */
export function nameOf({ name, stands_in }: SeatView): string {
  return name && stands_in ? t('{name} (bot plays)', { name }) : (name ?? '');
}

/** The same, with what the result, a replay and a review say of bot accounts and who came late. */
export function remarked(naming: Naming, { seats, you }: TableView): Naming {
  const names = naming.names.map((name, number) => {
    const found = seats.find(({ seat }) => seat === number);
    if (!found || number === you || name.includes(' (')) return name;
    if (found.owner) return t('{name} (bot of {owner})', { name, owner: found.owner });
    return found.since ? `${name} (${found.since})` : name;
  });
  return { ...naming, names };
}

/** What a Wonder of the game as printed is called; others keep the name that somebody gave them. */
export function wonderName(name: string): string {
  const printed: Record<string, string> = {
    'the Pyramids': t('the Pyramids'),
    'the Great Wall': t('the Great Wall'),
    'the Colosseum': t('the Colosseum'),
    'the Great Cathedral': t('the Great Cathedral'),
    'the Taj Mahal': t('the Taj Mahal'),
    'the Eiffel Tower': t('the Eiffel Tower'),
    'the Rocket': t('the Rocket'),
  };
  return printed[name] ?? name;
}

function wondersByLetter(options: Record<string, unknown>): Record<string, string> {
  const rows = options['wonder_table'];
  if (!Array.isArray(rows)) return {};
  return Object.fromEntries(
    (rows as { letter: string; name: string }[]).map((row) => [row.letter, wonderName(row.name)]),
  );
}
