/// <reference lib="webworker" />
export {};

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

/** The pages' files as this build has them; another build's shell is another cache. */
const files = self.__WB_MANIFEST;
const PREFIX = 'ostatok-scanner-';
const CACHE = PREFIX + files.map(({ url, revision }) => revision ?? url).reduce((sum, part) => hash(sum + part), '');
const SHELL = '/scan/index.html';

/** FNV-1a: enough to tell one build from another. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(36);
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(files.map(({ url }) => new Request(`/scan/${url}`, { cache: 'reload' })));
}

async function dropOldShells(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await self.clients.claim();
}

async function fromShell(request: Request): Promise<Response> {
  const wanted = request.mode === 'navigate' ? SHELL : request;
  return (await caches.match(wanted, { cacheName: CACHE, ignoreSearch: true })) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(dropOldShells()));
/** The page asks for the new build when the person agrees, never in the middle of a count. */
self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const ours = origin === self.location.origin && pathname.startsWith('/scan/');
  if (event.request.method === 'GET' && ours) event.respondWith(fromShell(event.request));
});
