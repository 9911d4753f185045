import type { ApiClient } from '@ostatok/kit/web/api-client.ts';
import type { Item } from '@ostatok/tenant-runtime/contract/items.ts';
import type { Database } from './database.ts';

const PAGE = 1000;
const AS_OF = 'items-as-of';

interface ItemsPage {
  items: Item[];
  pagination: { pages: number };
  asOf: string;
}

/** Brings the phone's copy of the items up to date: everything at first, later what changed since. */
export async function refreshStock(db: Database, api: Pick<ApiClient, 'get'>): Promise<void> {
  const since = await db.get('facts', AS_OF);
  const query = since ? `&changedSince=${encodeURIComponent(since)}` : '';
  let asOf: string | undefined;
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await api.get<ItemsPage>(`/items?limit=${PAGE}&page=${page}${query}`);
    asOf ??= answer.asOf;
    pages = answer.pagination.pages;
    await keepItems(db, answer.items);
  }
  if (asOf) await db.put('facts', asOf, AS_OF);
}

/** The newer state of an item wins, whichever arrives first. */
export async function keepItems(db: Database, items: readonly Item[]): Promise<void> {
  const { store, done } = db.transaction('items', 'readwrite');
  const writes = items.map(async (item) => {
    if (item.deleted) return store.delete(item.id);
    const known = await store.get(item.id);
    if (!known || known.updated_at <= item.updated_at) await store.put(item);
  });
  await Promise.all([...writes, done]);
}

const normalise = (text: string): string => text.toLowerCase().replace(/ё/g, 'е').trim();
const MOST_FOUND = 20;

/** By words of the name or by the article, those that begin so first. */
export async function searchStock(db: Database, text: string): Promise<Item[]> {
  const words = normalise(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const all = await db.getAll('items');
  const found = all.filter((item) => {
    const hay = normalise(`${item.name} ${item.article ?? ''}`);
    return words.every((word) => hay.includes(word));
  });
  const rank = ({ name }: Item): number => (normalise(name).startsWith(words.join(' ')) ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'ru')).slice(0, MOST_FOUND);
}
