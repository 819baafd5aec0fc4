/**
 * A seat for a program in matches of microciv: this one file, for browsers and for Node 22 or later.
 *
 *     import { play } from './microciv_client.mjs';
 *
 *     function choose(question, match) {
 *       return question.legal[Math.floor(Math.random() * question.legal.length)].text;
 *     }
 *
 *     await play(choose, { name: 'mine' });
 *
 * `node bot.mjs` answers lines of JSON, as `microciv bot-host "node bot.mjs" 5x` and `microciv arena`
 * ask for them; `node bot.mjs LINK` sits down at the table of a site, and `node bot.mjs LINK 10` plays
 * ten matches there. In a browser: `await play(choose, { name: 'mine', link: LINK })`. `choose` gets
 *
 * - `question`: `seen`, what the seat sees (`microciv schema GAME` describes it); `legal`, the moves that
 *   it may answer, each with its `text` and its parts; `events`, what it has heard since the last
 *   question; `seconds`, how long it may think (null: no limit)
 * - `match`: `game`, `options`, `seats` (the players' names), `seat` (its own, from 0), `unit`, `seed`
 *   (for its own chance) and `match`, a number
 *
 * and returns, or promises, the `text` of one of the legal moves. An answer of several steps is asked
 * for step by step.
 */

const ATTEMPTS = 6; // to come back in a row, after 1, 2, 4, 8, 8, 8 seconds
const LONGEST_WAIT = 8000; // milliseconds
const MARGIN = 1; // seconds of a table's clock that are left for the way there and back
const BETWEEN = 60; // milliseconds between two messages, once the site has said that they come too fast
const POLICY = 1008; // close code: the site will not have this connection, however often it comes

/** The table cannot be reached, or will not have us; the message says why. */
export class TableError extends Error {}

/**
 * Play at a table, if there is a `link` or the command line has one; else by lines of JSON. `begin` is
 * told of each match as it begins, `over` how it ended: `scores`, `places`, and with them `seen` and
 * `events` as in a question, and the match.
 */
export async function play(choose, { name, link, matches, begin, over } = {}) {
  const words = globalThis.process?.argv?.slice(2) ?? [];
  const where = link ?? words[0];
  if (where === undefined) return speak(choose, { name, begin, over });
  const table = await Table.sit(where, name);
  try {
    await table.play(choose, { matches: matches ?? Number(words[1] ?? 1), begin, over });
  } finally {
    await table.leave();
  }
}

/** Answer lines of JSON on standard input, to the end (docs/text-seats.md). */
export async function speak(choose, { name, begin, over } = {}) {
  const { createInterface } = await import('node:readline');
  const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
  let match = null;
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.type === 'hello') say({ type: 'ready', name });
    else if (message.type === 'match') {
      match = message;
      await begin?.(match);
    } else if (message.type === 'choose')
      say({ id: message.id, move: legal(await choose(message, match), message) });
    else if (message.type === 'absent' || message.type === 'refused') console.error(name, line);
    else if (message.type === 'over') await over?.(message, match);
    else if (message.type === 'quit') break;
  }
}

function legal(move, question) {
  const moves = question.legal.map((one) => one.text);
  if (!moves.includes(move))
    throw new Error(`${JSON.stringify(move)} is not legal now; legal are ${moves.join(', ')}`);
  return move;
}

/** A seat at a table of a site, from sitting down to leaving. */
export class Table {
  /** Sit down, in the seat of this number (from 0), or in any. */
  static async sit(link, name, seat = null) {
    const table = new Table(...readLink(link));
    const { token } = await table.#post('sit', { name, seat, program: true });
    table.#token = token;
    return table;
  }

  /** The table as it was last told: `TableView` of docs/protocol.md. */
  view = null;
  /** What was last told of the match: `Update` of docs/protocol.md. */
  update = null;
  #token = '';
  #match = { match: 0 };
  #heard = 0;
  #pending = []; // events that nobody was told of yet
  #asked = ''; // which step of which question
  #deadline = null;
  #last = null;
  #again = 0;
  #between = 0;

  constructor(site, table) {
    this.site = site;
    this.table = table;
  }

  /** Play this many matches; `over` is told how each of them ended. */
  async play(choose, { matches = 1, begin, over } = {}) {
    let left = matches;
    let question = null;
    for await (const [line, message] of this.#messages()) {
      if (message !== null) {
        question = await this.#take(line, message, question, begin);
        if (!question?.places) continue;
        const { scores, places } = question;
        await over?.({ ...this.#news(question), scores, places }, this.#match);
        question = null;
        left -= 1;
        if (left <= 0) return;
        await this.#post('rematch', { match: this.#match.match });
      } else if (question !== null) {
        // Nothing newer has come.
        await this.#answer(line, question, choose);
        question = null;
      }
    }
  }

  /** Give the seat up: in a match a bot of the site plays on. */
  async leave() {
    await this.#post('leave', {}).catch(() => undefined);
  }

  /** The messages of the table as they come, null where none waits; a lost connection is made again. */
  async *#messages() {
    const address = `ws${this.site.replace(/^http/, '')}/ws/tables/${this.table}`;
    for (let failed = 0; ; ) {
      const line = new Line(address);
      try {
        const hello = { token: this.#token, since: this.#heard, match: this.#match.match };
        await line.opened;
        line.send({ type: 'hello', ...hello });
        this.#asked = '';
        const mirror = new Mirror();
        for (;;) {
          for (const message of await line.receive()) {
            failed = 0;
            yield [line, mirror.whole(message)];
          }
          if (line.idle) yield [line, null];
        }
      } catch (error) {
        if (!(error instanceof Closed)) throw error;
        if (error.code === POLICY) throw new TableError(`the table hung up: ${error.message}`);
      } finally {
        line.close();
      }
      failed += 1;
      if (failed > ATTEMPTS) throw new TableError(`lost the connection to ${this.site}`);
      await pause(Math.min(1000 * 2 ** (failed - 1), LONGEST_WAIT));
    }
  }

  /** Take a message in; the update that wants an answer, if there is one. */
  async #take(line, message, question, begin) {
    if (message.type === 'table') {
      this.view = message.table;
      if (this.view.state === 'stranded')
        throw new TableError('the table says: this match cannot be continued');
      const { seats, you, paused, state } = this.view;
      const mine = seats.find(({ seat }) => seat === you)?.kind;
      // We were late, and are here again.
      if (paused || (state === 'playing' && mine === 'bot')) line.send({ type: 'return' });
    } else if (message.type === 'countdown') {
      const until = Date.now() / 1000 + message.left / 1000 - MARGIN;
      this.#deadline = { match: message.match, decision: message.decision, until };
    } else if (message.type === 'refused') await this.#refused(line, message);
    else if (message.type === 'update') return this.#newsOf(message, begin);
    return question;
  }

  async #refused(line, { code, message }) {
    const wait = code === 'too_fast' || code === 'unavailable';
    if (wait && this.#last !== null && this.#again < ATTEMPTS) {
      this.#again += 1;
      this.#between = BETWEEN;
      await pause(1000);
      line.send(this.#last); // accepted but once, however often it comes
    } else if (code !== 'stale' && code !== 'over')
      throw new TableError(`the table refused an answer: ${message}`);
  }

  async #newsOf(update, begin) {
    this.update = update;
    if (update.match !== this.#match.match) {
      this.#heard = 0;
      this.#pending = [];
      this.#match = this.#begun(update.match);
      await begin?.(this.#match);
    }
    this.#pending.push(...update.events.slice(Math.max(0, this.#heard - update.from)));
    this.#heard = update.from + update.events.length;
    if (update.places !== null) return update;
    const wanted = update.legal.length > 0 && !update.complete && update.obvious === null;
    return wanted && this.#asked !== step(update) ? update : null;
  }

  #begun(number) {
    const { seats, game, options, unit, you } = this.view;
    const playing = seats.filter(({ seat }) => seat >= 0).sort((one, other) => one.seat - other.seat);
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const names = playing.map((seat) => seat.name ?? '');
    return { match: number, game, options, unit, seats: names, seat: you, seed };
  }

  #news({ match, ...update }) {
    const events = this.#pending;
    this.#pending = [];
    const [answer, legal] = [sealed(update), update.legal.map((one) => one.text)];
    const seen = { ...update.seen, answer, legal };
    return { match, since: this.#heard - events.length, events, seen };
  }

  /** Have the question answered, and send the answer. */
  async #answer(line, update, choose) {
    this.#asked = step(update);
    const { match, decision } = update;
    const limit = this.#deadline;
    const timed = limit !== null && limit.match === match && limit.decision === decision;
    const seconds = timed ? Math.max(0, limit.until - Date.now() / 1000) : null;
    const question = { ...this.#news(update), legal: update.legal, seconds };
    const move = await choose(question, this.#match);
    const text = move === null ? update.absent : legal(move, question);
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
    this.#last = { type: 'play', match, decision, moves: [...sealed(update), text], id };
    this.#again = 0;
    if (this.#between) await pause(this.#between);
    line.send(this.#last);
  }

  async #post(what, body) {
    const headers = { 'Content-Type': 'application/json' };
    if (this.#token) headers.Authorization = `Bearer ${this.#token}`;
    const request = { method: 'POST', headers, body: JSON.stringify(body), redirect: 'manual' };
    const reply = await fetch(`${this.site}/api/tables/${this.table}/${what}`, request).catch((error) => {
      throw new TableError(`cannot reach ${this.site}: ${error.cause?.message ?? error.message}`);
    });
    const elsewhere = reply.headers.get('location');
    if (elsewhere) throw new TableError(`${this.site} leads on to ${elsewhere.slice(0, 80)}: use that link`);
    const said = await reply.json().catch(() => ({}));
    if (!reply.ok) throw new TableError(`the table says: ${said.message ?? reply.statusText}`);
    return said;
  }
}

/** The site and the table of a link: `http://127.0.0.1:8000/t/TABLE`. */
export function readLink(link) {
  const found = /^(https?:\/\/[^/?#]+)\/t\/([A-Za-z0-9_-]+)\/?(?:[?#].*)?$/.exec(link.trim());
  if (found === null)
    throw new TableError(`expected a link like http://127.0.0.1:8000/t/TABLE, not ${link.slice(0, 80)}`);
  return [found[1], found[2]];
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const sealed = (update) => update.answer.map((one) => one.text);
const step = (update) => JSON.stringify([update.match, update.decision, sealed(update)]);

/** What the table told last: after that it tells only what has changed. */
export class Mirror {
  #table = null;
  #update = null;

  /** The `table` or `update` that a `status` or `changed` stands for; others as they are. */
  whole(message) {
    if (message.type === 'table') this.#table = message;
    else if (message.type === 'update') this.#update = message;
    else if (message.type === 'status') {
      this.#table = { type: 'table', table: changed(this.#table.table, message.change) };
      return this.#table;
    } else if (message.type === 'changed') {
      const { from, events = [], change } = message;
      this.#update = { ...changed(this.#update, change), from, events };
      return this.#update;
    }
    return message;
  }
}

/** The value after a change (docs/protocol.md). */
function changed(value, told) {
  if (Array.isArray(told)) {
    if (told.length === 1) return told[0];
    const [start, former, items, otherwise = {}] = told;
    const spliced = [...value.slice(0, start), ...items, ...value.slice(start + former)];
    return changed(spliced, otherwise);
  }
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) in told ? changed(item, told[at]) : item));
  const fields = { ...value };
  for (const [name, inner] of Object.entries(told)) {
    if (Array.isArray(inner) && inner.length === 0) delete fields[name];
    else fields[name] = changed(fields[name], inner);
  }
  return fields;
}

/** The connection has ended. */
class Closed extends Error {
  constructor(code, reason) {
    super(reason);
    this.code = code;
  }
}

/** A WebSocket that JSON goes over, and what has come by it. */
class Line {
  #socket;
  #inbox = [];
  #closed = null;
  #wake = () => undefined;

  constructor(address) {
    this.#socket = new WebSocket(address);
    this.opened = new Promise((done, fail) => {
      this.#socket.onopen = done;
      this.#socket.onclose = ({ code, reason }) => {
        this.#closed = new Closed(code, reason);
        fail(this.#closed);
        this.#wake();
      };
    });
    this.#socket.onerror = () => undefined; // `onclose` follows
    this.#socket.onmessage = ({ data }) => {
      this.#inbox.push(JSON.parse(data));
      this.#wake();
    };
  }

  /** Has everything been received that has come? */
  get idle() {
    return this.#inbox.length === 0;
  }

  send(message) {
    // What is lost is asked again on the next connection.
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** The next messages, whenever they come. */
  async receive() {
    while (this.idle) {
      if (this.#closed !== null) throw this.#closed;
      await new Promise((done) => {
        this.#wake = done;
      });
    }
    return this.#inbox.shift();
  }

  close() {
    this.#socket.close();
  }
}
