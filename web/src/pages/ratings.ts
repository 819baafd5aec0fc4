/** The words for ratings. */
import type { Rating } from '../generated/types';
import { t, tn } from '../language/words';

/** What a rated table is, before one sits down. */
export function ratedWords(): string {
  return t(
    'A clock, no hints, the usual rules, and nobody joins late. Places change everybody’s rating; players who leave are ranked last.',
  );
}

function figures(points: number): string {
  return Math.round(points).toString().replace('-', '−');
}

/** "1204 ± 85"; of bots that the scale is made by "1000". */
export function ratingWords({ points, error }: Pick<Rating, 'points' | 'error'>): string {
  return error ? `${figures(points)} ± ${figures(error)}` : figures(points);
}

/** "1204, +15": what a match has made of a rating, and by how much. */
export function changeWords(before: number, after: number): string {
  const by = Math.round(after) - Math.round(before);
  return `${figures(after)}, ${by > 0 ? '+' : by < 0 ? '−' : '±'}${Math.abs(by).toString()}`;
}

/** "4 seats". */
export function seatsWords(seats: number): string {
  return tn(seats, '{n} seat', '{n} seats');
}
