// Serves what this device has loaded (src/connection/loading.ts), and shows what is pushed to it
// (src/connection/notices.ts). It is only there where somebody has asked for either; what is served
// changes when somebody loads another version, and never else.
const root = new URL('.', location.href).pathname;
const name = `microciv${root.slice(0, -1)}`;

const kept = async () => {
  const which = await (await caches.open(name)).match(`${root}current`);
  return which ? caches.open(await which.text()) : null;
};

/** The words of games, with which the lobby opens, come from the server while it answers. */
const words = async (request, cache) => {
  try {
    return await fetch(request);
  } catch (fault) {
    const known = await cache.match(request, { ignoreVary: true });
    if (known) return known;
    throw fault;
  }
};

/** What a server has beside its files; those of a site without one have an ending. */
const isAsked = (path) => /^(api|boards|metrics)\b(?!.*\.json$)/.test(path);
/** Where the page is shown. */
const isPage = (path) => /^(index\.html)?$|^(t|replay)\//.test(path);

const answer = async (request, { pathname, search }) => {
  const cache = await kept();
  const path = pathname.slice(root.length);
  if (!cache || search === '?fresh') return fetch(request);
  if (isAsked(path))
    return /^api\/(games|titles)/.test(path) ? words(request, cache) : fetch(request);
  const wanted = request.mode === 'navigate' && isPage(path) ? root : pathname;
  return (await cache.match(wanted, { ignoreVary: true })) ?? fetch(request);
};

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || address.origin !== location.origin) return;
  event.respondWith(answer(event.request, address));
});
addEventListener('push', (event) => {
  const { title, body, path, off } = event.data.json();
  const actions = [{ action: 'off', title: off }];
  // A later word on a table takes the place of the former.
  const how = { body, tag: path, data: path, icon: `${root}favicon.svg`, actions };
  event.waitUntil(registration.showNotification(title, how));
});

/** To the table: the page of it that is open, or a new one. */
const open = async (path) => {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  return there ? there.focus() : clients.openWindow(path);
};
/** The site hears of it with the next notice, which the push service refuses. */
const off = async () => (await registration.pushManager.getSubscription())?.unsubscribe();
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(event.action === 'off' ? off() : open(event.notification.data));
});
