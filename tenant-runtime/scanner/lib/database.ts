import type { ChangeInput } from '@ostatok/tenant-runtime/contract/changes.ts';
import type { Item } from '@ostatok/tenant-runtime/contract/items.ts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

export interface KeptChange {
  id: string;
  /** Whose it is: another person at this phone must not send it as their own. */
  owner: number;
  change: ChangeInput & { itemId: number };
  itemName: string;
  unit: string;
  /** Why the server refused it; absent while it waits. */
  error?: string;
}

interface Schema extends DBSchema {
  changes: { key: string; value: KeptChange };
  items: { key: number; value: Item; indexes: { ean: string } };
  facts: { key: string; value: string };
}
export type Database = IDBPDatabase<Schema>;

/** What this phone keeps: changes on their way, and the venue's items for when there is no connection. */
export const openDatabase = (name = 'ostatok-scanner'): Promise<Database> =>
  openDB<Schema>(name, 1, {
    upgrade(db) {
      db.createObjectStore('changes', { keyPath: 'id' });
      db.createObjectStore('items', { keyPath: 'id' }).createIndex('ean', 'ean');
      db.createObjectStore('facts');
    },
    // A newer version of the page in another tab must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });

/** Resolves when the change is on disk, not merely handed over. */
export async function keepChange(db: Database, kept: KeptChange): Promise<void> {
  const transaction = db.transaction('changes', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put(kept), transaction.done]);
}
