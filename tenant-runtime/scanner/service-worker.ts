/// <reference lib="webworker" />
import type { PushedNotice } from '../contract/push.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

/** The files of this build; each build has its own cache. */
const files = self.__WB_MANIFEST;
const PREFIX = 'ostatok-scanner-';
const CACHE = PREFIX + files.map(({ url, revision }) => revision ?? url).reduce((sum, part) => hash(sum + part), '');
const SHELL = '/scan/index.html';

/** FNV-1a, which suffices to tell builds apart. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(36);
}

async function take(cache: Cache, { url, revision }: (typeof files)[number]): Promise<void> {
  const path = `/scan/${url}`;
  if (await cache.match(path)) return;
  // A file with a hash in its name is the same in another build's cache.
  const known = revision === null ? await caches.match(path) : undefined;
  if (known) await cache.put(path, known);
  else await cache.add(new Request(path, { cache: 'reload' }));
}

/** Downloaded files are kept: after a broken connection the next attempt continues from there. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const taken = await Promise.allSettled(files.map((file) => take(cache, file)));
  for (const one of taken) if (one.status === 'rejected') throw one.reason;
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

/** What is sent has no words where the venue's server is of another release than this file. */
async function showNotice(data: PushMessageData | null): Promise<void> {
  const { title = 'Остаток', text, tag }: Partial<PushedNotice> = data?.json() ?? {};
  const body = text ?? 'Новое сообщение в чате';
  await self.registration.showNotification(title, {
    body,
    lang: 'ru',
    icon: '/scan/icon-192.png',
    ...(tag && { tag }),
  });
}

async function openChat(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find(({ url }) => new URL(url).pathname.startsWith('/scan/'));
  if (!page) return void (await self.clients.openWindow('/scan/#chat'));
  await page.focus();
  page.postMessage('open-chat');
}

self.addEventListener('push', (event) => event.waitUntil(showNotice(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openChat());
});
self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(dropOldShells()));
/** The page activates the new build when the user agrees, never in the middle of a count. */
self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const ours = origin === self.location.origin && pathname.startsWith('/scan/');
  if (event.request.method === 'GET' && ours) event.respondWith(fromShell(event.request));
});
