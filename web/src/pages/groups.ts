/** The words for groups, and the way to their tables. */
import { takeSeat } from '../connection/me';
import { mySeats } from '../connection/seats';
import type { GroupTable, GroupView, TournamentTable, TournamentView } from '../generated/types';
import { list, t, tn } from '../language/words';
import { called } from '../match/called';
import { paceWords } from './pace';
import { paths, router } from './route.svelte';

/** To a table of the group; where I sit already, with my seat. */
export function goTo({ table, mine }: { table: string; mine: boolean }): Promise<void> {
  return router.onward(async () => {
    if (mine && !mySeats().some((seat) => seat.table === table)) await takeSeat(table);
    return paths.table(table);
  });
}

/** The tables that are on, and those of the tournaments. */
export function tablesOf({ inside }: GroupView): string[] {
  const drawn = inside?.tournaments.flatMap((cup) => cup.drawn.flat()) ?? [];
  return [...drawn, ...(inside?.tables ?? [])].map(({ table }) => table);
}

const inARow = (...parts: string[]): string => parts.filter(Boolean).join(', ');

/** "Ann and Ben, 2 seats open, normal clock". */
export function groupTableWords({ names, open, playing, pace, hours }: GroupTable): string {
  const seats = open ? tn(open, 'a seat open', '{n} seats open') : t('ready to start');
  const who = names.length ? list(names.map(called)) : t('Nobody yet');
  return inARow(who, playing ? t('in play') : seats, paceWords(pace, hours));
}

/** What leads to a table of the group. */
export function groupTableDeed({ mine, open, playing }: GroupTable): string {
  if (mine) return playing ? t('Continue') : t('Go there');
  return open && !playing ? t('Sit down') : t('Look');
}

/** "1. Ben, 2. Ann", or "Ann and Ben, in play". */
export function pairedWords({ names, places, gone }: TournamentTable): string {
  if (!places)
    return inARow(list(names.map(called)), gone ? t('not played to its end') : t('in play'));
  const ranked = names.map((name, at) => ({ name: called(name), place: places[at] ?? 0 }));
  ranked.sort((one, other) => one.place - other.place);
  return ranked.map(({ name, place }) => (place ? `${place.toString()}. ` : '') + name).join(', ');
}

/** "Swiss, round 2 of 3, normal clock". */
export function cupWords({ pairing, drawn, rounds, pace, hours }: TournamentView): string {
  const how = pairing === 'swiss' ? t('Swiss') : t('Everyone meets everyone');
  const round = t('round {n} of {all}', { n: drawn.length, all: rounds });
  return inARow(how, round, paceWords(pace, hours));
}

/** Rounds after which everybody has met everybody, if it goes well, at tables of `most`. */
export function roundsFor(people: number, most: number): number {
  return Math.min(20, Math.max(1, Math.ceil((people - 1) / Math.max(1, most - 1))));
}
