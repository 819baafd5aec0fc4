import type { Observation, SeatSeen, TableView, Wonder } from '../generated/types';
import type { Naming } from './captions';

export interface Source {
  name: string;
  score: number;
  detail: string;
}

export interface Standing {
  seat: number;
  name: string;
  place: number;
  score: number;
  /** Where the points come from; empty for a game that does not say. */
  sources: Source[];
}

/** The ranking, from first to last. */
export function standings(
  table: TableView,
  naming: Naming,
  seen: Observation,
  places: number[],
  scores: number[],
): Standing[] {
  const rows = places.map((place, seat) => ({
    seat,
    name: naming.names[seat] ?? '',
    place,
    score: scores[seat] ?? 0,
    sources: sourcesOf(table, seen, seat, scores[seat] ?? 0),
  }));
  return rows.sort((a, b) => a.place - b.place || a.seat - b.seat);
}

function sourcesOf(table: TableView, seen: Observation, seat: number, score: number): Source[] {
  const wonders = table.options['wonder_table'] as Wonder[] | undefined;
  const own = (seen['table'] as SeatSeen[] | undefined)?.[seat];
  if (!Array.isArray(wonders) || !own) return [];
  const built = wonders.filter(({ letter }) => own.wonders.includes(letter));
  const worth = built.reduce((sum, { halves }) => sum + halves, 0);
  return [
    { name: 'wonders', score: worth, detail: own.wonders.join(' ') },
    { name: 'resources', score: score - worth, detail: own.resources.toString() },
  ];
}
