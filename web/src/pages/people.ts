import type { TableView } from '../generated/types';

/** Does the reader host the table, or share a device with its host? Others may decide about seats while the host is away. */
export function isHost(table: TableView): boolean {
  const mine = (seat: number): boolean => seat === table.you || table.here.includes(seat);
  return table.host && table.seats.every(({ host, seat }) => !host || mine(seat));
}

/** "Ana, Bo and Cy". */
export function list(names: string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** "Uruk's". */
export function whose(name: string): string {
  return `${name}’s`;
}

/** What people may say at a table. */
export const TALK: Record<TableView['talk'], { title: string; help: string }> = {
  free: {
    title: 'Free',
    help: 'People write what they like or say set phrases; bots give reasons. It is not binding.',
  },
  phrases: {
    title: 'Set phrases',
    help: 'People say set phrases; bots give reasons. It is not binding.',
  },
  off: { title: 'None', help: 'Nobody says anything; bots give no reasons.' },
};

/** Who may see a match without playing in it. */
export const WATCHING: Record<TableView['watching'], { title: string; help: string }> = {
  on: {
    title: 'Anybody',
    help: 'Whoever has the link may watch the match, and everybody sees how many do.',
  },
  later: {
    title: 'A little later',
    help: 'Whoever has the link sees the match as it was three decisions ago, without the talk.',
  },
  off: { title: 'Nobody', help: 'The match is seen by its players alone.' },
};
