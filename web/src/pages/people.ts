import type { TableView } from '../generated/types';

/** Does the reader host the table? Others may decide about seats while the host is away. */
export function isHost(table: TableView): boolean {
  return table.host && table.seats.every(({ host, seat }) => !host || seat === table.you);
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
