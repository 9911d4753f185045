/**
 * What the panel shows where the server cannot be reached. Nothing else is kept: the platform's data stays with the
 * server, and the panel's own files are kept by their names, which change with each build.
 */
const KEPT = 'ostatok-admin-offline-1';
const PAGE = '/admin/offline.html';
const PARTS = [PAGE, '/admin/offline.js', '/admin/mark.svg'];

self.addEventListener('install', (event) => {
  const fresh = PARTS.map((part) => new Request(part, { cache: 'reload' }));
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(fresh)));
  // these need not wait for the worker to wake up
  const past = ['/api/*', '/admin/assets/*'];
  event.addRoutes?.(past.map((pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' })));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('ostatok-admin-') && name !== KEPT;
  const forgotten = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  event.waitUntil(Promise.all([forgotten, self.registration.navigationPreload?.enable()]));
});

/** The server's answer, whatever it says; the kept page where there is none. */
async function open(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

/** What the kept page itself consists of. */
async function part(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') event.respondWith(open(event));
  else if (PARTS.includes(new URL(request.url).pathname)) event.respondWith(part(request));
});
