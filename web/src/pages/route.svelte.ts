/** Where the page is: one place that knows the form of its addresses. */
export type Route =
  | { page: 'lobby' }
  | { page: 'new'; game: string; query: string }
  | { page: 'design'; game: string; query: string }
  | { page: 'table'; table: string }
  | { page: 'replay'; table: string; set?: number; seat?: number }
  | { page: 'review'; table: string }
  | { page: 'learn'; game: string }
  | { page: 'about' };

/** The server knows `/`, `/t/…` and `/replay/…`; the lobby's own screens stand behind its `#`. */
export function routeOf(path: string, hash = ''): Route {
  const [first, second] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (first === 't' && second) return { page: 'table', table: second };
  if (first === 'replay' && second) return replayOf(second, hash);
  const [where = '', ...query] = hash.slice(1).split('?');
  const [screen, game] = where.split('/').filter(Boolean).map(decodeURIComponent);
  if (screen === 'design') return { page: 'design', game: game ?? '', query: query.join('?') };
  if (screen === 'new' && game) return { page: 'new', game, query: query.join('?') };
  if (screen === 'learn' && game) return { page: 'learn', game };
  return screen === 'about' ? { page: 'about' } : { page: 'lobby' };
}

/** The review of a match stands behind the `#` of its replay; so does a moment of that. */
function replayOf(table: string, hash: string): Route {
  if (hash === '#review') return { page: 'review', table };
  const moment = /^#set\/(\d{1,6})\/seat\/(\d{1,2})$/.exec(hash);
  if (!moment) return { page: 'replay', table };
  return { page: 'replay', table, set: Number(moment[1]), seat: Number(moment[2]) };
}

export const paths = {
  lobby: '/',
  about: '/#about',
  new: (game: string) => `/#new/${encodeURIComponent(game)}`,
  learn: (game: string) => `/#learn/${encodeURIComponent(game)}`,
  design: (game = '') => (game ? `/#design/${encodeURIComponent(game)}` : '/#design'),
  table: (table: string) => `/t/${encodeURIComponent(table)}`,
  replay: (table: string) => `/replay/${encodeURIComponent(table)}`,
  moment: (table: string, set: number, seat: number) =>
    `/replay/${encodeURIComponent(table)}#set/${set.toString()}/seat/${seat.toString()}`,
  review: (table: string) => `/replay/${encodeURIComponent(table)}#review`,
};

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
