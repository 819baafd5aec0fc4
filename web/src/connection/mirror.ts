import type {
  Changed,
  ServerMessage,
  Status,
  TableMessage,
  TableView,
  Update,
} from '../generated/types';

/** What is told, whole: what has changed is put in its place. */
export type Told = Exclude<ServerMessage, Status | Changed>;

/** What was told last on one line: the server need not tell it again. */
export class Mirror {
  private table: TableMessage | null = null;
  private update: Update | null = null;

  whole(message: ServerMessage): Told {
    if (message.type === 'table') this.table = message;
    if (message.type === 'update') this.update = message;
    if (message.type === 'status') return (this.table = later(known(this.table), message));
    if (message.type === 'changed') return (this.update = after(known(this.update), message));
    return message;
  }
}

function known<Message>(message: Message | null): Message {
  if (!message) throw new Error('a change came before what it changes');
  return message;
}

function later({ table }: TableMessage, { change }: Status): TableMessage {
  return { type: 'table', table: changed(table, change) as TableView };
}

function after(update: Update, { from, events = [], change }: Changed): Update {
  return { ...(changed(update, change) as Update), from, events };
}

/**
 * An object leads further in, by name or index; a list of one holds what is there now, an empty one
 * stands for a name that is gone; one of three says where in a list how many items are replaced, and
 * by which, and maybe a fourth what changes in it then.
 */
function changed(value: unknown, change: unknown): unknown {
  if (Array.isArray(change)) {
    if (change.length === 1) return change[0] as unknown;
    const [start, former, items, otherwise = {}] = change as [number, number, unknown[], object?];
    const list = value as unknown[];
    const spliced = [...list.slice(0, start), ...items, ...list.slice(start + former)];
    return changed(spliced, otherwise);
  }
  const inner = Object.entries(change as object);
  if (Array.isArray(value)) {
    const items: unknown[] = [...(value as unknown[])];
    for (const [at, one] of inner) items[Number(at)] = changed(items[Number(at)], one);
    return items;
  }
  const fields = new Map(Object.entries(value as Record<string, unknown>));
  for (const [name, one] of inner) {
    if (Array.isArray(one) && one.length === 0) fields.delete(name);
    else fields.set(name, changed(fields.get(name), one));
  }
  return Object.fromEntries(fields);
}
