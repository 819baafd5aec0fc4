/** Groups of people who play together: asked only by the pages that show them. */
import type { GroupCard, GroupView, NewTournament } from '../generated/types';
import { ask } from './api';

const one = (group: string): string => `/groups/${encodeURIComponent(group)}`;
const cup = (group: string, tournament: string): string =>
  `${one(group)}/tournaments/${encodeURIComponent(tournament)}`;

export const groups = {
  mine: () => ask<GroupCard[]>('/groups'),
  make: (title: string, name: string) => ask<GroupView>('/groups', { title, name }),
  look: (group: string) => ask<GroupView>(one(group)),
  join: (group: string, name: string) => ask<GroupView>(`${one(group)}/join`, { name }),
  /** Without a name: I do. */
  leave: (group: string, name = '') => ask<GroupView>(`${one(group)}/leave`, { name }),
  rename: (group: string, title: string) => ask<GroupView>(`${one(group)}/rename`, { title }),
  begin: (group: string, wish: NewTournament) => ask<GroupView>(`${one(group)}/tournaments`, wish),
  nextRound: (group: string, tournament: string, round: number, unfinished: boolean) =>
    ask<GroupView>(`${cup(group, tournament)}/next`, { round, unfinished }),
  end: (group: string, tournament: string) => ask<GroupView>(`${cup(group, tournament)}/end`, {}),
};
