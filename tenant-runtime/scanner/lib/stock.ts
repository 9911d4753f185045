import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.ts';
import { type Database, eansOf } from './database.ts';
import type { Api } from './send.ts';

const PAGE = 1000;
const AS_OF = 'items-as-of';
const DATASET = 'items-dataset';
const BLIND = 'items-blind';
const BLIND_COUNTS = 'blind-counts';
const READ_AT = 'items-read-at';
/** A list that changes between its pages is read again, but not for ever. */
const READINGS = 3;

interface ItemsPage {
  items: ShownItem[];
  pagination: { pages: number; total: number };
  asOf: string;
  /** Another one after the venue was restored from a backup. */
  dataset?: string;
  /** While something is hidden from the one who asks. */
  blind?: boolean;
}

interface Reading {
  items: ShownItem[];
  total: number;
  asOf: string;
  dataset: string;
  blind: boolean;
}

async function readPages(api: Api, query: string): Promise<Reading> {
  const items: ShownItem[] = [];
  let first: ItemsPage | undefined;
  let total = 0;
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await api.get<ItemsPage>(`/items?limit=${PAGE}&page=${page}&sortBy=id${query}`, {
      signal: AbortSignal.timeout(60_000),
    });
    first ??= answer;
    ({ pages, total } = answer.pagination);
    items.push(...answer.items);
  }
  return { items, total, asOf: first?.asOf ?? '', dataset: first?.dataset ?? '', blind: first?.blind ?? false };
}

/** Everything anew: what the server does not name any more is not there any more. */
async function readAll(db: Database, api: Api): Promise<Reading> {
  let reading = await readPages(api, '');
  for (let times = 1; times < READINGS && reading.items.length !== reading.total; times += 1) {
    reading = await readPages(api, '');
  }
  const named = new Set(reading.items.map(({ id }) => id));
  const { store, done } = db.transaction('items', 'readwrite');
  for (const id of await store.getAllKeys()) if (!named.has(id)) await store.delete(id);
  await done;
  return reading;
}

/** Items and counts as they were before the venue was restored: what is newer here is no truer. What waits to be sent stays. */
async function forgetDataset(db: Database): Promise<void> {
  const stores = ['items', 'counts', 'lines', 'entries'] as const;
  const transaction = db.transaction(stores, 'readwrite');
  for (const name of stores) await transaction.objectStore(name).clear();
  await transaction.done;
}

/**
 * Brings the phone's copy of the items up to date: everything at first, whenever something begins or ceases to be hidden
 * and when the venue was restored, otherwise what changed since. Answers what it has written.
 */
export async function refreshStock(db: Database, api: Api): Promise<{ items: ShownItem[]; all: boolean }> {
  const since = await db.get('facts', AS_OF);
  const wasBlind = (await db.get('facts', BLIND)) === true;
  let all = typeof since !== 'string';
  let reading = all
    ? await readAll(db, api)
    : await readPages(api, `&changedSince=${encodeURIComponent(String(since))}`);
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

/** Whether other counts are counted blindly than at the last reading; then the next reading is of everything. */
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

/** When the server was last asked; undefined: never. */
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
