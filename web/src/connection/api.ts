import type {
  Again,
  AskFor,
  AskPosition,
  DesignAbout,
  Duration,
  GameAbout,
  GameTitle,
  HeldSeat,
  HeldTable,
  Pace,
  PositionView,
  RecordAgain,
  RecordView,
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
  WatchedRecord,
  WatchRecord,
} from '../generated/types';
import { language, t, type Language } from '../language/words';
import { canHash, hashOf, keepDeal, newDeal, newNonce } from './deal';
import { Refused, refusal } from './refused';
import { fileAt, hasServer } from './site';
import { carried, hasEngine, isHere, playsHere } from './where';

export { Refused, refusal };

/** What the tables on this device are asked. */
const HERE = /^\/tables\/0/;
/** What a device can be asked as well as a server, by who plays without one: new tables, and what
 * needs no table.
 */
const EITHER = /^\/(lessons|records(\/\w+)?|positions|puzzles(\/.+)?|games\/[^/]+\/position\?.*)$/;
const isEither = (path: string, body: unknown): boolean =>
  EITHER.test(path) || (path === '/tables' && body !== undefined);
/** What a site of plain files has as such (tools/static_site.py): the lobby needs no engine. */
const WRITTEN = /^\/(server|puzzles|titles(\/\w+)?|games(\/[^/?]+\/texts(\/\w+)?)?)$/;

const isWritten = (path: string): boolean => !hasServer && WRITTEN.test(path);

/** Is the site on this device asked, and no other? */
export const isAskedHere = (path: string, body?: unknown): boolean =>
  HERE.test(path) || (!isWritten(path) && (!hasServer || (isEither(path, body) && playsHere())));
/** Can it answer in place of a server that does not? */
export const standsIn = (path: string, body?: unknown): boolean =>
  isEither(path, body) && hasEngine();

const address = (path: string): string => (hasServer ? `/api${path}` : fileAt(`api${path}.json`));

export async function ask<Answer>(
  path: string,
  body?: unknown,
  token?: string | null,
): Promise<Answer> {
  if (isAskedHere(path, body)) return askHere<Answer>(path, body, token);
  const headers: Record<string, string> = { 'Accept-Language': language() };
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
    response = await fetch(address(path), init);
  } catch {
    if (standsIn(path, body)) return askHere<Answer>(path, body, token);
    throw new Refused(0, 'offline', t('The server does not answer. Try again in a moment.'));
  }
  const text = await response.text();
  if (response.ok) return (text ? JSON.parse(text) : null) as Answer;
  throw refusal(response.status, text);
}

/** The same of the site on this device. */
export async function askHere<Answer>(
  path: string,
  body?: unknown,
  token?: string | null,
): Promise<Answer> {
  const { device } = await import('./device');
  const method = body === undefined ? 'GET' : 'POST';
  const { status, text } = await device.ask(method, path, body, token ?? null);
  if (status < 300) return (text ? JSON.parse(text) : null) as Answer;
  throw refusal(status, text);
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

/** Where the words of a game are, in this language. */
export function textsOf(game: string, spoken: Language): string {
  const texts = `/games/${encodeURIComponent(game)}/texts`;
  return spoken === 'en' ? texts : `${texts}/${spoken}`;
}

/** Where the games are with what their tables may settle, in this language. */
export const gamesIn = (spoken: Language): string =>
  spoken === 'en' ? '/games' : `/games/${spoken}`;

/** Where the list of the games is, in this language. */
export const titlesIn = (spoken: Language): string =>
  spoken === 'en' ? '/titles' : `/titles/${spoken}`;

export const table = (id: string): string => `/tables/${encodeURIComponent(id)}`;

/** Which match of a table; none: the last that is over. */
export const of = (match: number | undefined): string =>
  match === undefined ? '' : `&match=${match.toString()}`;

function numbersOf(options: Record<string, unknown>): string {
  const numbers = Object.entries(options).filter(([, value]) => typeof value === 'number');
  const query = new URLSearchParams(numbers.map(([name, value]) => [name, String(value)]));
  return numbers.length ? `?${query.toString()}` : '';
}

export interface NewTable {
  game: string;
  seats: SeatPlan[];
  options: Record<string, unknown>;
  /** To begin with, in place of a deal. */
  position?: Record<string, unknown>;
  name: string;
  pace: Pace;
  /** For each decision, by the day. */
  hours?: number | null;
  talk?: TableView['talk'] | null;
  hints?: 'on' | 'off' | null;
  listed?: boolean;
  late?: boolean;
  rated?: boolean;
  watching?: TableView['watching'];
  programs?: boolean;
  /** It starts when it is full, or after this many seconds with bots. */
  fill?: number;
  /** Only if no table like that waits for players; else it is refused ("taken"). */
  quick?: boolean;
  /** One of mine, whose members are shown the table. */
  group?: string;
}

/** What somebody looks for in a table. */
export interface Wanted {
  game?: string;
  seats?: number;
  pace?: Pace;
  rated?: boolean;
}

export interface NewStudy {
  game: string;
  seats: number[];
  players: string[];
  options: Record<string, unknown>;
  matches: number;
}

/** The games, with the levels that can be had where new tables are made. */
async function games(): Promise<GameTitle[]> {
  const all = await allGames();
  if (!playsHere()) return all;
  return all
    .filter((game) => !game.brought)
    .map((game) => ({ ...game, levels: carried(game.name, game.levels) }));
}

const allGames = (): Promise<GameTitle[]> => remember(titlesIn(language()));

/** A game with what its tables may settle, where that is wanted: it is much. */
async function game(name: string): Promise<GameAbout | undefined> {
  const [offered, all] = await Promise.all([games(), remember<GameAbout[]>(gamesIn(language()))]);
  const title = offered.find((one) => one.name === name);
  const found = all.find((one) => one.name === name);
  return title && found && { ...found, ...title };
}

/** How my tables stand. Those on this device are asked only if it is awake: that takes seconds. */
async function held(seats: HeldSeat[]): Promise<HeldTable[]> {
  const [here, there] = [true, false].map((where) =>
    seats.filter(({ table }) => isHere(table) === where),
  );
  const awake = here?.length ? (await import('./device')).device.standing.state === 'ready' : false;
  const told = await Promise.all([
    there?.length ? ask<HeldTable[]>('/held', { seats: there }) : [],
    awake ? askHere<HeldTable[]>('/held', { seats: here }) : [],
  ]);
  return told.flat();
}

/** A new table, which may be dealt at once: the hash of the host's number goes with it. */
async function create(plan: NewTable): Promise<Seating> {
  if (!canHash()) return ask<Seating>('/tables', plan);
  const nonce = newNonce();
  const seating = await ask<Seating>('/tables', { ...plan, hash: await hashOf(nonce) });
  keepDeal(seating.table, newDeal(1, nonce));
  return seating;
}

export const api = {
  server: () => ask<ServerAbout>('/server'),
  games,
  game,
  /** With all levels, wherever tables are made. */
  allGames,
  /** The words of a game, with the numbers of the rule sheet that a table has changed. */
  texts: (game: string, changed: Record<string, unknown> = {}) =>
    remember<Texts>(`${textsOf(game, language())}${numbersOf(changed)}`),
  /** Tables of others that wait, of those that are like that; without a server there are none. */
  waiting: async ({ game, seats, pace, rated }: Wanted = {}) => {
    if (!hasServer) return [];
    const query = new URLSearchParams();
    if (game) query.set('game', game);
    if (seats) query.set('seats', seats.toString());
    if (pace) query.set('pace', pace);
    if (rated !== undefined) query.set('rated', rated ? '1' : '0');
    const text = query.toString();
    return ask<WaitingTable[]>(text ? `/tables?${text}` : '/tables');
  },
  durations: (game: string) => remember<Duration[]>(`/games/${encodeURIComponent(game)}/durations`),
  learn: (game: string, name: string) => ask<Seating>('/lessons', { game, name }),
  held,
  create,
  table: (id: string, token: string | null) => ask<TableView>(table(id), undefined, token),
  sit: (id: string, wish: Sit) => ask<Seating>(`${table(id)}/sit`, wish),
  setSeat: (id: string, chair: number, plan: SeatPlan, token: string | null) =>
    ask<TableView>(`${table(id)}/seats/${chair.toString()}`, plan, token),
  start: (id: string, fill: string | null, token: string | null) =>
    ask<TableView>(`${table(id)}/start`, { fill }, token),
  close: (id: string, token: string | null) => ask<unknown>(`${table(id)}/close`, {}, token),
  leave: (id: string, token: string | null, resign = false) =>
    ask<unknown>(`${table(id)}/leave`, { resign }, token),
  remove: (id: string, name: string, token: string | null) =>
    ask<TableView>(`${table(id)}/remove`, { name }, token),
  rematch: (id: string, wish: Rematch, token: string | null) =>
    ask<Seating>(`${table(id)}/rematch`, wish, token),
  askFor: (id: string, wish: AskFor, token: string | null) =>
    ask<TableView>(`${table(id)}/wishes`, wish, token),
  agree: (id: string, wish: string, agree: boolean, token: string | null) =>
    ask<TableView>(`${table(id)}/wishes/${wish}`, { agree }, token),
  /** A finished match once more, with bots: its deal, or on from one of its decisions. */
  again: (id: string, wish: Again) => ask<Seating>(`${table(id)}/again`, wish),
  record: (id: string, match?: number) =>
    ask<RecordView>(
      `${table(id)}/record${match === undefined ? '' : `?match=${match.toString()}`}`,
    ),
  /** The match of a record from anywhere, as one seat saw it. */
  watch: (wish: WatchRecord) => ask<WatchedRecord>('/records', wish),
  /** The match of a record from anywhere, on from one of its decisions, with bots. */
  playOn: (wish: RecordAgain) => ask<Seating>('/records/again', wish),
  /** Where the match of a record stood as a decision was opened. */
  position: (wish: AskPosition) => ask<PositionView>('/positions', wish),
  /** Some deal of a game, to be changed. */
  deal: (game: string, seats: number) =>
    ask<PositionView>(`/games/${encodeURIComponent(game)}/position?seats=${seats.toString()}`),
  /** How many seconds bots of each level think on this device. */
  seconds: (game: string) => askHere<Record<string, number>>(`/levels/${encodeURIComponent(game)}`),
  design: () => ask<DesignAbout>('/design'),
  newStudy: (wish: NewStudy) => ask<StudyStarted>('/studies', wish),
  moreMatches: (id: string, matches: number) => ask<unknown>(`/studies/${id}/more`, { matches }),
  stopStudy: (id: string, forget: boolean) => ask<unknown>(`/studies/${id}/stop`, { forget }),
  replay: (id: string, seat: number, match?: number) =>
    ask<Replay>(`${table(id)}/replay?seat=${seat.toString()}${of(match)}`),
};
