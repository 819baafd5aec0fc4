import type { Observation } from '../generated/types';
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
  naming: Naming,
  seen: Observation,
  places: number[],
  scores: number[],
  sources: Record<string, number>[],
): Standing[] {
  const rows = places.map((place, seat) => ({
    seat,
    name: naming.names[seat] ?? '',
    place,
    score: scores[seat] ?? 0,
    sources: Object.entries(sources[seat] ?? {}).map(([name, score]) => ({
      name,
      score,
      detail: detail(seen, seat, name),
    })),
  }));
  return rows.sort((a, b) => a.place - b.place || a.seat - b.seat);
}

/** What the points are for, where the observation has a field of the same name. */
function detail(seen: Observation, seat: number, name: string): string {
  const own = (seen['table'] as Record<string, unknown>[] | undefined)?.[seat]?.[name];
  return Array.isArray(own) ? own.join(' ') : String(own ?? '');
}
