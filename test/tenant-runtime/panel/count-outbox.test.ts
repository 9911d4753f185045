import test from 'ava';
import { type CallEndpoint, type CallParts, encodeCall } from '../../../kit/contract/endpoint.ts';
import { ApiError } from '../../../kit/web/api-client.ts';
import type { CountEntryInput } from '../../../tenant-runtime/contract/counts.ts';
import type { VenueEndpoints } from '../../../tenant-runtime/contract/endpoints.ts';
import { createCountOutbox, type QueuedEntry } from '../../../tenant-runtime/panel/offline/count-outbox.ts';

/** A storage with the interface of localStorage. */
function createStorage() {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const entry = (id: string, countId = 1): Omit<QueuedEntry, 'state'> => ({
  countId,
  entry: { id, itemId: 1, quantity: 0.7, source: 'web', at: new Date(2026, 0, 1, 12, 0, Number(id)) },
  itemName: 'Джемесон',
  unit: 'л',
});

interface Call {
  path: string;
  ids: string[];
}

/** A count's outbox over an API that records its calls; a call fails while `refuse` returns an error. */
function createSubject({ storage = createStorage(), refuse = (_path: string): Error | null => null } = {}) {
  const calls: Call[] = [];
  function knock(path: string, ids: string[]): void {
    const error = refuse(path);
    if (error) throw error;
    calls.push({ path, ids });
  }
  const toasts: string[] = [];
  const outbox = createCountOutbox({
    owner: '7',
    storage,
    onRefused: (error) => toasts.push(error),
    wait: () => new Promise((resolve) => setImmediate(resolve)),
    api: {
      call: (async (name: string, input: CallParts) => {
        const { path } = encodeCall(name, input);
        const { entries = [] } = (input.body ?? {}) as { entries?: CountEntryInput[] };
        knock(
          path,
          entries.map(({ id }) => id),
        );
        return { results: entries.map(({ id }) => ({ id, status: 'applied' })) };
      }) as CallEndpoint<VenueEndpoints, unknown>,
    },
  });
  async function settled(done: () => boolean): Promise<void> {
    const deadline = Date.now() + 60_000;
    while (!done() && Date.now() < deadline) await new Promise((resolve) => setImmediate(resolve));
  }
  return { outbox, calls, storage, settled, toasts };
}

test('entries go to their own count, those of one count together', async (t) => {
  const { outbox, calls, settled } = createSubject();
  outbox.add(entry('1', 1));
  outbox.add(entry('2', 2));
  outbox.add(entry('3', 1));

  await settled(() => outbox.snapshot().length === 0);

  t.deepEqual(calls, [
    { path: '/api/counts/1/entries', ids: ['1'] },
    { path: '/api/counts/2/entries', ids: ['2'] },
    { path: '/api/counts/1/entries', ids: ['3'] },
  ]);
});

test('what was entered without a connection is there after the tab was closed', async (t) => {
  const storage = createStorage();
  const first = createSubject({ storage, refuse: () => new ApiError(0, 'Нет связи') });
  first.outbox.add(entry('1'));
  first.outbox.close();

  const { outbox, calls, settled } = createSubject({ storage });
  outbox.flush();
  await settled(() => outbox.snapshot().length === 0);

  t.deepEqual(calls, [{ path: '/api/counts/1/entries', ids: ['1'] }]);
  t.is(storage.length, 0);
});

test('an entry taken back before it arrived is sent and then voided, so that neither is guessed', async (t) => {
  let online = false;
  const { outbox, calls, settled } = createSubject({ refuse: () => (online ? null : new ApiError(0, 'Нет связи')) });
  outbox.add(entry('1'));
  await settled(() => outbox.isOffline());
  outbox.takeBack('1');
  online = true;
  outbox.flush();
  await settled(() => outbox.snapshot().length === 0);

  t.deepEqual(
    calls.map(({ path }) => path),
    ['/api/counts/1/entries', '/api/counts/1/entries/1'],
  );
});

test('an entry that a closed count refuses stays in sight with the reason', async (t) => {
  const { outbox, settled } = createSubject({ refuse: () => new ApiError(409, 'Подсчёт закрыт') });
  outbox.add(entry('1'));

  await settled(() => outbox.snapshot()[0]?.state === 'refused');

  t.like(outbox.snapshot()[0], { state: 'refused', error: 'Подсчёт закрыт' });
});

test('entries that are refused together are told of once, with how many and why', async (t) => {
  let online = false;
  const { outbox, settled, toasts } = createSubject({
    refuse: () => (online ? new ApiError(409, 'Подсчёт закрыт') : new ApiError(0, 'Нет связи')),
  });
  for (const id of ['1', '2', '3']) outbox.add(entry(id));
  await settled(() => outbox.isOffline());
  t.deepEqual(toasts, [], 'what waits is not refused');
  online = true;
  outbox.flush();

  await settled(() => outbox.snapshot().every(({ state }) => state === 'refused'));

  t.deepEqual(toasts, ['Не принято записей: 3. Подсчёт закрыт']);
});

test('who hears of answers hears of each batch with its count', async (t) => {
  const { outbox, settled } = createSubject();
  const received: [number, string[]][] = [];
  outbox.onAnswer((countId, results) => received.push([countId, results.map(({ id }) => id)]));
  outbox.add(entry('1', 5));

  await settled(() => received.length > 0);

  t.deepEqual(received, [[5, ['1']]]);
});
