/** The deals of the day: asked only by the pages that show them. */
import type { Daily, DailyResults, Seating } from '../generated/types';
import { ask } from './api';

export const daily = {
  today: () => ask<Daily>('/daily'),
  play: (game: string, name: string) => ask<Seating>('/daily', { game, name }),
  results: (day: string, game: string) =>
    ask<DailyResults>(`/daily/${encodeURIComponent(day)}/${encodeURIComponent(game)}`),
};
