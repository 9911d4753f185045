import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { type Database, eansOf } from './database.ts';
import type { Api } from './send.ts';

const PAGE = 1000;
const AS_OF = 'items-as-of';
/** The key in `facts` of the id of the server's database. */
export const DATASET = 'items-dataset';
const BLIND = 'items-blind';
const BLIND_COUNTS = 'blind-counts';
const READ_AT = 'items-read-at';
/** A list that changes while its pages are read is read again, at most this many times. */
const READINGS = 3;

interface Reading {
  items: ShownItem[];
  total: number;
  asOf: string;
  dataset: string;
  blind: boolean;
}

async function readPages(api: Api, changedSince?: string): Promise<Reading> {
  const items: ShownItem[] = [];
  let first: Pick<Reading, 'asOf' | 'dataset' | 'blind'> | undefined;
  let total = 0;
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await api.call('GET /api/items', {
      query: { limit: PAGE, page, sortBy: 'id', changedSince },
      signal: AbortSignal.timeout(60_000),
    });
    first ??= { asOf: answer.asOf ?? '', dataset: answer.dataset ?? '', blind: answer.blind ?? false };
    ({ pages, total } = answer.pagination);
    items.push(...answer.items);
  }
  return { items, total, asOf: '', dataset: '', blind: false, ...first };
}

/** Reads the whole list and deletes the items that the server no longer has. */
async function readAll(db: Database, api: Api): Promise<Reading> {
  let reading = await readPages(api);
  for (let times = 1; times < READINGS && reading.items.length !== reading.total; times += 1) {
    reading = await readPages(api);
  }
  const named = new Set(reading.items.map(({ id }) => id));
  const { store, done } = db.transaction('items', 'readwrite');
  for (const id of await store.getAllKeys()) if (!named.has(id)) await store.delete(id);
  await done;
  return reading;
}

/** Deletes the items and counts from before a restore, because newer ones here are not truer; queued records stay. */
async function forgetDataset(db: Database): Promise<void> {
  const stores = ['items', 'counts', 'lines', 'entries'] as const;
  const transaction = db.transaction(stores, 'readwrite');
  for (const name of stores) await transaction.objectStore(name).clear();
  await transaction.done;
}

/**
 * Updates the phone's copy of the items: the whole list at first, when blindness starts or ends and after a restore;
 * otherwise only what changed. Returns what was written.
 */
export async function refreshStock(db: Database, api: Api): Promise<{ items: ShownItem[]; all: boolean }> {
  const since = await db.get('facts', AS_OF);
  const wasBlind = (await db.get('facts', BLIND)) === true;
  let all = typeof since !== 'string';
  let reading = all ? await readAll(db, api) : await readPages(api, String(since));
  const isOther = !all && reading.dataset !== (await db.get('facts', DATASET));
  if (isOther || (!all && reading.blind !== wasBlind)) {
    all = true;
    reading = await readAll(db, api);
    if (isOther) await forgetDataset(db);
  }
  await keepItems(db, reading.items);
  const { store, done } = db.transaction('facts', 'readwrite');
  await store.put(reading.asOf, AS_OF);
  await store.put(reading.dataset, DATASET);
  await store.put(reading.blind, BLIND);
  await store.put(Date.now(), READ_AT);
  await done;
  return { items: reading.items, all };
}

/** Whether the set of blind counts has changed since the last reading; then the next reading takes the whole list. */
export async function forgetWhenBlindnessChanged(db: Database): Promise<boolean> {
  const blind = (await db.getAll('counts')).filter((count) => count.blind).map(({ id }) => id);
  const before = (await db.get('facts', BLIND_COUNTS)) ?? '';
  if (blind.join() === before) return false;
  const { store, done } = db.transaction('facts', 'readwrite');
  await store.put(blind.join(), BLIND_COUNTS);
  await store.delete(AS_OF);
  await done;
  return true;
}

/** The time of the last reading; undefined when there was none. */
export const readAt = async (db: Database): Promise<number | undefined> =>
  (await db.get('facts', READ_AT)) as number | undefined;

/** The newer state of an item wins, whichever arrives first. */
export async function keepItems(db: Database, items: readonly ShownItem[]): Promise<void> {
  if (items.length === 0) return;
  const { store, done } = db.transaction('items', 'readwrite');
  for (const item of items) {
    if ('deleted' in item && item.deleted) {
      await store.delete(item.id);
      continue;
    }
    const known = await store.get(item.id);
    if (!known || known.updated_at <= item.updated_at) await store.put({ ...item, eans: eansOf(item) });
  }
  await done;
}
