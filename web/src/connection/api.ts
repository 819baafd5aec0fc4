import type {
  DesignAbout,
  GameAbout,
  HeldSeat,
  HeldTable,
  Pace,
  Rematch,
  Replay,
  SeatPlan,
  Seating,
  ServerAbout,
  Sit,
  StudyStarted,
  TableView,
  Texts,
  WaitingTable,
} from '../generated/types';

/** The server said no, in words fit for people. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

async function ask<Answer>(path: string, body?: unknown, token?: string | null): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  const init: RequestInit = { headers };
  if (body !== undefined) {
    init.method = 'POST';
    init.keepalive = path.endsWith('/leave'); // also while the page is closed
    init.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(`/api${path}`, init);
  } catch {
    throw new Refused(0, 'offline', 'The server does not answer. Try again in a moment.');
  }
  const text = await response.text();
  if (response.ok) return (text ? JSON.parse(text) : null) as Answer;
  throw refusal(response.status, text);
}

/** What a response that is no answer says. */
export function refusal(status: number, text: string): Refused {
  try {
    const said = JSON.parse(text) as { error?: string; message?: string };
    if (said.message) return new Refused(status, said.error ?? 'refused', said.message);
  } catch {
    // Not ours: a proxy's page, perhaps.
  }
  return new Refused(status, 'failed', `The server could not do that (${status.toString()}).`);
}

const once = new Map<string, Promise<unknown>>();

/** What cannot change while the page is open is asked for once. */
function remember<Answer>(path: string): Promise<Answer> {
  const known = once.get(path) as Promise<Answer> | undefined;
  if (known) return known;
  const asked = ask<Answer>(path);
  asked.catch(() => once.delete(path));
  once.set(path, asked);
  return asked;
}

export const table = (id: string): string => `/tables/${encodeURIComponent(id)}`;

function numbersOf(options: Record<string, unknown>): string {
  const numbers = Object.entries(options).filter(([, value]) => typeof value === 'number');
  const query = new URLSearchParams(numbers.map(([name, value]) => [name, String(value)]));
  return numbers.length ? `?${query.toString()}` : '';
}

export interface NewTable {
  game: string;
  seats: SeatPlan[];
  options: Record<string, unknown>;
  name: string;
  pace: Pace;
  talk?: TableView['talk'] | null;
  hints?: 'on' | 'off' | null;
  listed?: boolean;
  late?: boolean;
}

export interface NewStudy {
  game: string;
  seats: number[];
  players: string[];
  options: Record<string, unknown>;
  matches: number;
}

export const api = {
  server: () => ask<ServerAbout>('/server'),
  games: () => remember<GameAbout[]>('/games'),
  /** The words of a game, with the numbers of the rule sheet that a table has changed. */
  texts: (game: string, changed: Record<string, unknown> = {}) =>
    remember<Texts>(`/games/${encodeURIComponent(game)}/texts${numbersOf(changed)}`),
  waiting: () => ask<WaitingTable[]>('/tables'),
  learn: (game: string, name: string) => ask<Seating>('/lessons', { game, name }),
  /** How my tables stand. */
  held: (seats: HeldSeat[]) => ask<HeldTable[]>('/held', { seats }),
  create: (plan: NewTable) => ask<Seating>('/tables', plan),
  table: (id: string, token: string | null) => ask<TableView>(table(id), undefined, token),
  sit: (id: string, wish: Sit) => ask<Seating>(`${table(id)}/sit`, wish),
  setSeat: (id: string, seat: number, plan: SeatPlan, token: string | null) =>
    ask<TableView>(`${table(id)}/seats/${seat.toString()}`, plan, token),
  start: (id: string, fill: string | null, token: string | null) =>
    ask<TableView>(`${table(id)}/start`, { fill }, token),
  close: (id: string, token: string | null) => ask<unknown>(`${table(id)}/close`, {}, token),
  leave: (id: string, token: string | null, resign = false) =>
    ask<unknown>(`${table(id)}/leave`, { resign }, token),
  remove: (id: string, name: string, token: string | null) =>
    ask<TableView>(`${table(id)}/remove`, { name }, token),
  rematch: (id: string, wish: Rematch, token: string | null) =>
    ask<Seating>(`${table(id)}/rematch`, wish, token),
  record: (id: string) => ask<unknown>(`${table(id)}/record`),
  design: () => ask<DesignAbout>('/design'),
  newStudy: (wish: NewStudy) => ask<StudyStarted>('/studies', wish),
  moreMatches: (id: string, matches: number) => ask<unknown>(`/studies/${id}/more`, { matches }),
  stopStudy: (id: string, forget: boolean) => ask<unknown>(`/studies/${id}/stop`, { forget }),
  replay: (id: string, seat: number) => ask<Replay>(`${table(id)}/replay?seat=${seat.toString()}`),
};
