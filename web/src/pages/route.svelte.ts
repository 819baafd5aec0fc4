/** Where the page is: one place that knows the form of its addresses. */
export type Route =
  | { page: 'lobby' }
  | { page: 'new'; game: string }
  | { page: 'table'; table: string }
  | { page: 'replay'; table: string }
  | { page: 'about' };

export function routeOf(path: string): Route {
  const [first, second, third] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (first === 'new' && second) return { page: 'new', game: second };
  if (first === 't' && second) {
    return third === 'replay'
      ? { page: 'replay', table: second }
      : { page: 'table', table: second };
  }
  return first === 'about' ? { page: 'about' } : { page: 'lobby' };
}

export const paths = {
  lobby: '/',
  about: '/about',
  new: (game: string) => `/new/${encodeURIComponent(game)}`,
  table: (table: string) => `/t/${encodeURIComponent(table)}`,
  replay: (table: string) => `/t/${encodeURIComponent(table)}/replay`,
};

class Router {
  route = $state.raw<Route>(routeOf(location.pathname));

  constructor() {
    window.addEventListener('popstate', () => this.read());
  }

  go(path: string): void {
    if (path !== location.pathname) history.pushState(null, '', path);
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
    this.go(link.pathname);
  };

  private read(): void {
    this.route = routeOf(location.pathname);
  }
}

export const router = new Router();
