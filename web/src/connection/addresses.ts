import { hasServer, root } from './site';

/** Which match of a table, which decision and by whose eyes, as far as that is said. */
export interface Moment {
  match?: number | undefined;
  decision?: number | undefined;
  seat?: number | undefined;
}

/** The addresses of a site whose pages lie in this folder; of plain files only one page is there. */
export function pathsOf(root: string, hasServer: boolean) {
  const deep = hasServer ? root : `${root}#`;
  const momentOf = ({ match, decision, seat }: Moment, review: boolean): string => {
    const parts = Object.entries({ match, decision, seat }).flatMap(([name, value]) =>
      value === undefined ? [] : [name, value.toString()],
    );
    if (review) parts.push('review');
    return parts.join('/');
  };
  /** The page of what is over. */
  const past = (table: string, where: Moment, review = false): string => {
    const moment = momentOf(where, review);
    const mark = moment && (hasServer ? '#' : '/');
    return `${deep}replay/${encodeURIComponent(table)}${mark}${moment}`;
  };
  return {
    lobby: root,
    about: `${root}#about`,
    matches: `${root}#matches`,
    me: `${root}#me`,
    groups: `${root}#groups`,
    /** Whoever has it may join. */
    group: (group: string) => `${root}#group/${encodeURIComponent(group)}`,
    /** What another device opens; the words stay behind the `#`, and with the two devices. */
    device: (words = '') => `${root}#device${words ? `/${words.replaceAll(' ', '-')}` : ''}`,
    offline: `${root}#offline`,
    new: (game: string, query = '') =>
      `${root}#new/${encodeURIComponent(game)}${query ? `?${query}` : ''}`,
    /** Of a game and number of seats, and among a group, as far as they are said. */
    ladder: (game = '', seats = 0, group = '') =>
      [`${root}#ladder`, game && encodeURIComponent(game), seats && seats.toString()]
        .filter(Boolean)
        .join('/') + (group && `?${encodeURIComponent(group)}`),
    /** A deal of the day, and how all have done who played it. */
    daily: (day: string, game: string) => `${root}#daily/${day}/${encodeURIComponent(game)}`,
    /** All, or those of a game. */
    puzzles: (game = '') => `${root}#puzzles${game ? `/${encodeURIComponent(game)}` : ''}`,
    puzzle: (game: string, number: number) =>
      `${root}#puzzle/${encodeURIComponent(game)}/${number.toString()}`,
    learn: (game: string) => `${root}#learn/${encodeURIComponent(game)}`,
    design: (game = '') => `${root}#design${game ? `/${encodeURIComponent(game)}` : ''}`,
    table: (table: string) => `${deep}t/${encodeURIComponent(table)}`,
    /** What all in the room see of it. */
    screen: (table: string) =>
      `${deep}t/${encodeURIComponent(table)}${hasServer ? '#' : '/'}screen`,
    replay: (table: string, moment: Moment = {}) => past(table, moment),
    /** A match, or a position, that stands in its address whole (`packed.ts`). */
    record: (packed: string, where: Moment = {}, review = false) =>
      [`${root}#r=${packed}`, momentOf(where, review)].filter(Boolean).join('/'),
    position: (game: string, packed = '') =>
      `${root}#position/${encodeURIComponent(game)}${packed ? `?${packed}` : ''}`,
    review: (table: string, moment: Moment = {}) => past(table, moment, true),
  };
}

export const paths = pathsOf(root, hasServer);
