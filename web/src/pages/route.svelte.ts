import type { Moment } from '../connection/addresses';
import { hasServer } from '../connection/site';

export { paths } from '../connection/addresses';

/** Where the page is, by its address (`connection/addresses.ts` writes them). */
type Route =
  | { page: 'lobby' }
  | { page: 'new'; game: string; query: string }
  | { page: 'design'; game: string; query: string }
  | { page: 'table'; table: string }
  | { page: 'screen'; table: string }
  | ({ page: 'replay'; table: string } & Moment)
  | ({ page: 'review'; table: string } & Moment)
  | { page: 'learn'; game: string }
  | { page: 'puzzles'; game: string }
  | { page: 'puzzle'; game: string; number: number }
  | ({ page: 'record'; packed: string; review: boolean } & Moment)
  | { page: 'position'; game: string; packed: string }
  | { page: 'matches' }
  | { page: 'me'; words?: string }
  | { page: 'groups' }
  | { page: 'group'; group: string }
  | { page: 'ladder'; game: string; seats: number; group: string }
  | { page: 'daily'; day: string; game: string }
  | { page: 'device'; words: string }
  | { page: 'offline' }
  | { page: 'about' }
  | { page: 'nowhere' };

/** The parts of an address; one that is not well written stays as it is. */
function partsOf(path: string): string[] {
  return path
    .split('/')
    .filter(Boolean)
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
}

/** A server knows `/`, `/t/…` and `/replay/…`, plain files know nothing: there these stand behind the
 * `#`, as the lobby's own screens do everywhere. `deep`: other paths are of no page.
 */
export function routeOf(path: string, hash = '', deep = hasServer): Route {
  const inner = /^#((?:t|replay)\/[^/]+)\/?(.*)$/.exec(hash);
  if (inner) return routeOf(inner[1] ?? '', inner[2] ? `#${inner[2]}` : '', deep);
  const [first, second] = partsOf(path);
  if (first === 't' && second) {
    return { page: hash === '#screen' ? 'screen' : 'table', table: second };
  }
  if (first === 'replay' && second) return replayOf(second, hash);
  if (deep && first && first !== 'index.html') return { page: 'nowhere' };
  const record = /^#r=([^/]*)\/?(.*)$/.exec(hash);
  if (record) {
    const [, packed = '', moment = ''] = record;
    return { page: 'record', packed, ...momentOf(moment) };
  }
  const [where = '', ...query] = hash.slice(1).split('?');
  const [screen, game, more] = partsOf(where);
  if (!screen) return { page: 'lobby' };
  if (screen === 'design') return { page: 'design', game: game ?? '', query: query.join('?') };
  if (screen === 'new') {
    return game ? { page: 'new', game, query: query.join('?') } : { page: 'lobby' };
  }
  if (screen === 'position') {
    return game ? { page: 'position', game, packed: query.join('?') } : { page: 'lobby' };
  }
  if (screen === 'puzzles') return { page: 'puzzles', game: game ?? '' };
  if (screen === 'puzzle') {
    if (!game) return { page: 'puzzles', game: '' };
    const number = Number(/^\d{1,4}$/.exec(more ?? '')?.[0] ?? 0);
    return { page: 'puzzle', game, number };
  }
  if (screen === 'learn') return game ? { page: 'learn', game } : { page: 'lobby' };
  if (screen === 'matches' || screen === 'me' || screen === 'groups') return { page: screen };
  if (screen === 'group') return game ? { page: 'group', group: game } : { page: 'groups' };
  if (screen === 'ladder') {
    return {
      page: 'ladder',
      game: game ?? '',
      seats: Number(/^\d{1,2}$/.exec(more ?? '')?.[0] ?? 0),
      group: decodeURIComponent(query.join('?')),
    };
  }
  if (screen === 'daily') {
    return game && more ? { page: 'daily', day: game, game: more } : { page: 'lobby' };
  }
  if (screen === 'mail') return { page: 'me', words: game ?? '' };
  if (screen === 'device') return { page: 'device', words: game ?? '' };
  if (screen === 'offline') return { page: 'offline' };
  return screen === 'about' ? { page: 'about' } : { page: 'nowhere' };
}

/** The review of a match stands behind the `#` of its replay; so does a moment of that. */
function replayOf(table: string, hash: string): Route {
  const { review, ...moment } = momentOf(hash.slice(1));
  return { page: review ? 'review' : 'replay', table, ...moment };
}

/** Former links say `set` instead of `decision`. */
function momentOf(text: string): Moment & { review: boolean } {
  const parts =
    /^(?:match\/(\d{1,6})\/?)?(?:(?:decision|set)\/(\d{1,6})\/?)?(?:seat\/(\d{1,2})\/?)?(review)?$/.exec(
      text,
    );
  const [, match, decision, seat, review] = parts ?? [];
  const moment: Moment = {};
  if (match) moment.match = Number(match);
  if (decision) moment.decision = Number(decision);
  if (seat) moment.seat = Number(seat);
  return { ...moment, review: review !== undefined };
}

class Router {
  route = $state.raw<Route>(routeOf(location.pathname, location.hash));

  constructor() {
    window.addEventListener('popstate', () => this.read());
  }

  /** In place of the page that only leads there, if so. */
  go(path: string, instead = false): void {
    if (instead) history.replaceState(null, '', path);
    else if (path !== location.pathname + location.hash) history.pushState(null, '', path);
    this.read();
    window.scrollTo(0, 0);
  }

  /** To where this leads once it is done; empty: nowhere. Who has gone elsewhere meanwhile stays
   * there, and the deed may ask for it on the way.
   */
  async onward(deed: (here: () => boolean) => Promise<string>, instead = false): Promise<void> {
    const { route } = this;
    const here = (): boolean => this.route === route;
    const path = await deed(here);
    if (path && here()) this.go(path, instead);
  }

  /** Links stay links: new tabs and middle clicks are the browser's. */
  readonly follow = (event: MouseEvent): void => {
    const link = (event.target as Element).closest('a');
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) {
      return;
    }
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.go(link.pathname + link.hash);
  };

  private read(): void {
    this.route = routeOf(location.pathname, location.hash);
  }
}

export const router = new Router();
