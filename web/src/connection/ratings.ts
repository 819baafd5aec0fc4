/** How strong people are: asked only by the pages that show it. */
import type { Ladder, MyRating, RatingChange } from '../generated/types';
import { ask, table } from './api';

/** Which part of which ladder; what is not said is the server's to choose. */
interface Rungs {
  game: string;
  seats: number;
  first: number;
  /** Of bot accounts, which have ladders of their own. */
  bots: boolean;
  /** Of the members of a group alone; empty: of all. */
  group: string;
}

export const ratings = {
  ladder: ({ game, seats, first, bots, group }: Rungs) => {
    const query = new URLSearchParams({ first: first.toString() });
    if (game) query.set('game', game);
    if (seats) query.set('seats', seats.toString());
    if (bots) query.set('bots', '1');
    if (group) query.set('group', group);
    return ask<Ladder>(`/ladder?${query.toString()}`);
  },
  mine: () => ask<MyRating[]>('/me/ratings'),
  changes: (id: string, match: number) =>
    ask<RatingChange[]>(`${table(id)}/ratings?match=${match.toString()}`),
};
