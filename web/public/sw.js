// Serves what this device has loaded (src/connection/loading.ts). It is only there where somebody
// has asked for that; what is served changes when somebody loads another version, and never else.
const kept = async () => {
  const which = await (await caches.open('microciv')).match('/current');
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

const answer = async (request, { pathname, search }) => {
  const cache = await kept();
  if (!cache || search === '?fresh') return fetch(request);
  if (pathname.startsWith('/api/games')) return words(request, cache);
  if (/^\/(api|boards|metrics)\b/.test(pathname)) return fetch(request);
  const wanted = request.mode === 'navigate' ? '/' : pathname;
  return (await cache.match(wanted, { ignoreVary: true })) ?? fetch(request);
};

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || address.origin !== location.origin) return;
  event.respondWith(answer(event.request, address));
});
