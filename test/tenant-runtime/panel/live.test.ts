import { createApiClient } from '@ostatok/kit/web/api-client.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import test from 'ava';
import { io } from 'socket.io-client';
import type { ShownItem } from '../../../tenant-runtime/contract/items.endpoints.ts';
import { createLive } from '../../../tenant-runtime/panel/live/live.ts';
import { createStockStore } from '../../../tenant-runtime/panel/live/stock-store.ts';
import { changeOf, itemNamed } from './items.ts';

/** A socket that never connects. */
function disconnectedSocket() {
  const socket = io('http://venue', { autoConnect: false, forceNew: true });
  const itself = { value: () => socket };
  return Object.defineProperties(socket, { active: { value: true }, connect: itself, disconnect: itself });
}

/** A socket whose events the test sends, and a list that answers by `changedSince`. */
function createSubject(
  list: (since: string | null, page: number) => { items: ShownItem[]; pages?: number; asOf: string; blind?: true },
) {
  const socket = disconnectedSocket();
  const asked: string[] = [];
  const confirmed: string[] = [];
  const store = createStockStore();
  const waiting: (() => void)[] = [];
  async function answer(path: string | URL | Request): Promise<Response> {
    asked.push(String(path));
    const { pathname, searchParams } = new URL(String(path), 'http://venue');
    if (pathname === '/api/changes') return Response.json({ changes: [] });
    const { items, pages = 1, ...more } = list(searchParams.get('changedSince'), Number(searchParams.get('page')));
    return Response.json({ items, pagination: { pages }, ...more });
  }
  const live = createLive({
    store,
    later: (run) => void waiting.push(run),
    outbox: { settled: (ids) => void confirmed.push(...ids), flush: () => {} },
    socket,
    api: createApiClient<VenueEndpoints>({ base: '', getToken: () => null, fetch: answer }),
  });
  async function until(done: () => boolean): Promise<void> {
    for (let turn = 0; turn < 1_000 && !done(); turn += 1) await new Promise(setImmediate);
  }
  const say = (name: string, event?: unknown): void => {
    for (const listener of socket.listeners(name)) listener(event);
  };
  /** Lets time pass, so that delayed work runs. */
  const pass = (): void => {
    for (const run of waiting.splice(0)) run();
  };
  return { live, store, asked, confirmed, say, until, pass };
}

const jameson = itemNamed('Джемесон', { id: 1, quantity: 4.6 });

test('a long list is read page by page', async (t) => {
  const { live, store, until } = createSubject((_since, page) => ({
    items: [itemNamed(`Позиция ${page}`, { id: page })],
    pages: 3,
    asOf: 'first',
  }));

  live.start();
  await until(() => store.snapshot().asOf !== null);

  t.is(store.snapshot().items.length, 3);
});

test('what changed while there was no connection is asked for when it is back', async (t) => {
  const later = { ...jameson, quantity: 5.3, updated_at: '2026-01-01T12:00:09.000Z' };
  const { live, store, asked, say, until } = createSubject((since) =>
    since === 'first' ? { items: [later], asOf: 'second' } : { items: [jameson], asOf: 'first' },
  );
  live.start();
  await until(() => store.snapshot().asOf === 'first');

  say('disconnect');
  t.is(live.snapshot().connection, 'offline');
  say('connect');
  await until(() => store.snapshot().asOf === 'second');

  t.is(store.snapshot().byId.get(1)?.quantity, 5.3);
  t.is(live.snapshot().connection, 'online');
  t.true(asked.some((path) => path.includes('changedSince=first')));
});

test("an event brings the item, its change and the end of our own change's journey", (t) => {
  const { store, confirmed, say } = createSubject(() => ({ items: [], asOf: 'x' }));
  store.replace([jameson], 'x');

  say('items:changed', { items: [{ ...jameson, quantity: 5.3 }], changes: [changeOf(jameson, { id: 'mine' })] });

  t.is(store.snapshot().byId.get(1)?.quantity, 5.3);
  t.is(store.snapshot().feed[0]?.id, 'mine');
  t.deepEqual(confirmed, ['mine']);
});

test('a list that cannot be read says why, and is read when asked again', async (t) => {
  let broken = true;
  const { live, store, until } = createSubject(() => {
    if (broken) throw new Error('Нет связи');
    return { items: [jameson], asOf: 'x' };
  });
  live.start();
  await until(() => live.snapshot().loadError !== null);
  t.regex(String(live.snapshot().loadError), /Нет связи/);

  broken = false;
  await live.reload();
  t.is(live.snapshot().loadError, null);
  t.is(store.snapshot().items.length, 1);
});

test('the first page is shown while the others are on their way', async (t) => {
  const { live, store, until } = createSubject((_since, page) => {
    if (page === 2) throw new Error('Нет связи');
    return { items: [jameson], pages: 2, asOf: 'first' };
  });

  live.start();
  await until(() => live.snapshot().loadError !== null);
  live.stop();

  t.is(store.snapshot().items.length, 1);
  t.is(store.snapshot().asOf, null, 'what is missing is still to be read');
});

test('what came, left or moved while a long list was read is found after it', async (t) => {
  const late = itemNamed('Апероль', { id: 9 });
  const { live, store, until } = createSubject((since) =>
    since === null
      ? { items: [jameson], asOf: 'first' }
      : { items: [late, { ...jameson, deleted: true }] as ShownItem[], asOf: 'second' },
  );

  live.start();
  await until(() => store.snapshot().asOf === 'second');

  t.deepEqual([...store.snapshot().byId.keys()], [9]);
});

test('when a blind count begins, everything is read anew and quantities are gone from the screen', async (t) => {
  let blind = false;
  const hidden: ShownItem = { ...jameson, quantity: null, expected: null, hidden: true };
  const { live, store, say, until } = createSubject((since) =>
    blind
      ? { items: since === null ? [hidden] : [], asOf: 'second', blind: true }
      : { items: since === null ? [jameson] : [], asOf: 'first' },
  );
  let notices = 0;
  live.onVenueChanged(() => {
    notices += 1;
  });
  live.start();
  await until(() => store.snapshot().byId.get(1)?.quantity === 4.6);
  say('items:changed', { items: [], changes: [changeOf(jameson)] });

  blind = true;
  say('venue:changed');
  await until(() => live.snapshot().blind);

  t.is(store.snapshot().byId.get(1)?.quantity, null);
  t.deepEqual([store.snapshot().feed, store.snapshot().lastChanges.size], [[], 0], 'amounts would tell it');
  t.is(notices, 1);
});

test('a blind count that began without a connection is noticed when it is back', async (t) => {
  let blind = false;
  const hidden: ShownItem = { ...jameson, quantity: null, expected: null, hidden: true };
  const { live, store, say, until } = createSubject((since) =>
    blind
      ? { items: since === null ? [hidden] : [], asOf: 'second', blind: true }
      : { items: since === null ? [jameson] : [], asOf: 'first' },
  );
  live.start();
  await until(() => store.snapshot().byId.get(1)?.quantity === 4.6);

  say('disconnect');
  blind = true;
  say('connect');
  await until(() => live.snapshot().blind);

  t.is(store.snapshot().byId.get(1)?.quantity, null);
});

test('who shows counts hears which changed, and of a reconnection after which any may have', (t) => {
  const { live, say } = createSubject(() => ({ items: [], asOf: 'x' }));
  const received: (number | null)[] = [];
  const leave = live.onCountsChanged((id) => received.push(id));

  say('connect');
  say('counts:changed', { countId: 3 });
  say('disconnect');
  say('connect');
  leave();
  say('counts:changed', { countId: 4 });

  t.deepEqual(received, [3, null]);
});

test('a gap that could not be filled while the connection stands is asked for again', async (t) => {
  let broken = false;
  const later = { ...jameson, quantity: 5.3, updated_at: '2026-01-01T12:00:09.000Z' };
  const { live, store, say, until, pass } = createSubject((since) => {
    if (broken) throw new Error('Сервис временно не отвечает');
    return since === 'first' ? { items: [later], asOf: 'second' } : { items: [jameson], asOf: 'first' };
  });
  live.start();
  await until(() => store.snapshot().asOf !== null);
  say('disconnect');
  broken = true;
  say('connect');
  await until(() => live.snapshot().loadError !== null);

  broken = false;
  pass();
  await until(() => live.snapshot().loadError === null);

  t.is(store.snapshot().byId.get(1)?.quantity, 5.3);
});
