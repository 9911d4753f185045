import type { CountDetails, CountEntry, CountLine } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import type { Unit } from '@ostatok/tenant-runtime/contract/items.ts';
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames, unwrap, wrap } from 'idb';
import type { Kept } from './operations.ts';

/** `eans` are all barcodes of the item, for the index. */
type StoredItem = ShownItem & { eans: string[] };

export interface Schema extends DBSchema {
  operations: { key: number; value: Kept; indexes: { id: string } };
  items: { key: number; value: StoredItem; indexes: { eans: string } };
  facts: { key: string; value: string | number | boolean };
  /** `readFor` is the user who sees the count so and whose entries are here; a release before has not stored it. */
  counts: { key: number; value: CountDetails & { readFor?: number } };
  lines: { key: [number, number]; value: CountLine & { countId: number }; indexes: { count: number } };
  entries: { key: string; value: CountEntry & { countId: number }; indexes: { count: number } };
}
export type Database = IDBPDatabase<Schema>;
type Upgrade = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>;

/** A change in the format of schema version 1. */
interface FirstKept {
  id: string;
  owner: number;
  change: { itemId: number; delta?: number; set?: number; at?: Date };
  itemName: string;
  unit: Unit;
  error?: string;
}

export const eansOf = ({ ean, codes }: Pick<ShownItem, 'ean' | 'codes'>): string[] => [
  ...(ean ? [ean] : []),
  ...(codes ?? []).map((code) => code.ean),
];

function carried({ id, owner, change, itemName, unit, error }: FirstKept): Omit<Kept, 'seq'> {
  const amount = change.set === undefined ? { delta: change.delta ?? 0 } : { set: change.set };
  const ref = { itemId: change.itemId };
  return {
    id,
    owner,
    ownerName: '',
    at: (change.at ?? new Date()).toISOString(),
    itemName,
    unit,
    operation: { kind: 'change', ref, amount, source: 'scanner', method: 'typed' },
    ...(error === undefined ? {} : { error }),
  };
}

/**
 * Migrates from version 1 and keeps the queue and the items, because the phone may be offline when the page is updated.
 */
async function fromFirst(db: Database, transaction: Upgrade): Promise<void> {
  // The types know the present stores alone, the database itself those of version 1 too.
  const before = unwrap(transaction);
  const kept = (await wrap(before).objectStore('changes').getAll()) as FirstKept[];
  kept.sort((a, b) => Number(a.change.at ?? 0) - Number(b.change.at ?? 0));
  for (const one of kept) await transaction.objectStore('operations').add(carried(one) as Kept);
  unwrap(db).deleteObjectStore('changes');
  before.objectStore('items').deleteIndex('ean');
  const items = transaction.objectStore('items');
  items.createIndex('eans', 'eans', { multiEntry: true });
  for (let cursor = await items.openCursor(); cursor; cursor = await cursor.continue()) {
    const item = { ...cursor.value, codes: cursor.value.codes ?? [] };
    await cursor.update({ ...item, eans: eansOf(item) });
  }
  // The items lack the new fields, so they are read again when there is a connection.
  await transaction.objectStore('facts').delete('items-as-of');
}

/** The phone's database: queued operations, and the tenant's items and counts for offline use. */
export const openDatabase = (name = 'ostatok-scanner'): Promise<Database> =>
  openDB<Schema>(name, 2, {
    async upgrade(db, from, _to, transaction) {
      db.createObjectStore('operations', { keyPath: 'seq', autoIncrement: true }).createIndex('id', 'id', {
        unique: true,
      });
      db.createObjectStore('counts', { keyPath: 'id' });
      db.createObjectStore('lines', { keyPath: ['countId', 'item.id'] }).createIndex('count', 'countId');
      db.createObjectStore('entries', { keyPath: 'id' }).createIndex('count', 'countId');
      if (from === 1) return fromFirst(db, transaction);
      db.createObjectStore('items', { keyPath: 'id' }).createIndex('eans', 'eans', { multiEntry: true });
      db.createObjectStore('facts');
    },
    // A newer version of the page in another tab must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    // The system closed the database, as iOS does to an app long in the background: only a reload opens it again.
    terminated: () => location.reload(),
  });

/** The key in `facts` of the server's id for an item that this phone created under `key`. */
export const madeFact = (key: string): string => `made:${key}`;
