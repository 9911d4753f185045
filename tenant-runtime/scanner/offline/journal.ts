import type { CountEntry, CountLine } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import type { Doubt } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import type { IDBPTransaction } from 'idb';
import { type Database, eansOf, madeFact, type Schema } from './database.ts';
import { type ItemRef, type Kept, type Operation, refOf, type Said, takenBy } from './operations.ts';
import { addRecord, dropRecords, markTakenBack, settleRecords } from './records.ts';

/** The outcome of a request to the server; it is written in one transaction. */
export interface Settlement {
  /** Accepted by the server. */
  done: readonly Kept[];
  refused: readonly { kept: Kept; error: string; doubt?: Doubt | undefined; seen?: true }[];
  items?: readonly ShownItem[];
  entries?: readonly (CountEntry & { countId: number })[];
  lines?: readonly (CountLine & { countId: number })[];
  /** The server's item for the new item `key`. */
  made?: { key: string; item: ShownItem };
  /** The difference each change made, by the change's id; null when it is hidden. */
  deltas?: ReadonlyMap<string, number | null>;
  /** The title of the count that has counted the item after the change that is undone. */
  countedSince?: string | null;
}

export async function readOwn(db: Database, owner: number): Promise<Kept[]> {
  return (await db.getAll('operations')).filter((kept) => kept.owner === owner);
}

/** The users whose records wait here, for the sign-in page. */
export async function readOwners(db: Database): Promise<{ name: string; waiting: number }[]> {
  const owners = new Map<number, { name: string; waiting: number }>();
  for (const { owner, ownerName } of await db.getAll('operations')) {
    const known = owners.get(owner);
    owners.set(owner, { name: ownerName || known?.name || '', waiting: (known?.waiting ?? 0) + 1 });
  }
  return [...owners.values()];
}

export type Writing = IDBPTransaction<Schema, ('operations' | 'facts')[], 'readwrite'>;

/** Marks the transaction's rejection as handled, because the failed request inside it has reported it already. */
export const hush = (done: Promise<void>): void => void done.catch(() => {});

const BLOCKED = 'Сначала разберитесь с новой позицией';

type EntryState = Pick<Kept, 'operation' | 'error' | 'because'>;

/**
 * Resolves a reference to a new item, which may have been accepted or refused by the server while its screen was open.
 */
export async function resolved(transaction: Writing, operation: Operation): Promise<EntryState> {
  if (!('ref' in operation) || !('itemKey' in operation.ref)) return { operation };
  const { itemKey } = operation.ref;
  const itemId = await transaction.objectStore('facts').get(madeFact(itemKey));
  if (typeof itemId === 'number') return { operation: { ...operation, ref: { itemId } } as Operation };
  const item = await transaction.objectStore('operations').index('id').get(itemKey);
  return item && item.error === undefined ? { operation } : { operation, error: BLOCKED, because: itemKey };
}

/**
 * Resolves when the record is on disk, not merely queued for writing. With `instead` it replaces a refused record; a
 * corrected new item then releases the records that it held back.
 */
export async function keep(db: Database, said: Said, operation: Operation, instead?: number): Promise<Kept> {
  const transaction = db.transaction(['operations', 'facts'], 'readwrite', { durability: 'strict' });
  hush(transaction.done);
  const operations = transaction.objectStore('operations');
  const record = { ...said, ...(await resolved(transaction, operation)), unsent: true as const };
  const replaced = instead === undefined ? undefined : await operations.get(instead);
  await addRecord(transaction.objectStore('facts'), record, replaced?.id);
  const seq = instead ?? (await operations.add(record as Kept));
  if (instead !== undefined) await operations.put({ ...record, seq });
  if (instead !== undefined && operation.kind === 'item') {
    for (const { because, error, ...other } of await operations.getAll()) {
      if (because === said.id) await operations.put(other);
    }
  }
  await transaction.done;
  return { ...record, seq };
}

const points = (kept: Kept, key: string): boolean => {
  const ref = refOf(kept);
  return ref !== null && 'itemKey' in ref && ref.itemKey === key;
};

/**
 * Redirects a record that waited for a new item to the server's item; refuses a quantity if the unit differs, because
 * it would mean another amount.
 */
function redirected(kept: Kept, key: string, item: ShownItem): Kept {
  if (!points(kept, key)) return kept;
  const { error, because, ...free } = kept;
  const ref: ItemRef = { itemId: item.id };
  const operation = { ...kept.operation, ref } as Operation;
  const base = because === key || error === undefined ? free : { ...free, error };
  const quantified = kept.operation.kind === 'change' || kept.operation.kind === 'entry';
  if (!quantified || kept.unit === item.unit) return { ...base, operation };
  const explanation = `Код уже у позиции «${item.name}», её считают в ${item.unit}, а записано в ${kept.unit}`;
  return { ...base, operation, error: `${explanation}. Запишите заново`, final: true };
}

type Settling = IDBPTransaction<Schema, ('operations' | 'items' | 'entries' | 'lines' | 'facts')[], 'readwrite'>;

/** Sets the server's difference of a change on the queued undo of it. */
async function setUndoDeltas(transaction: Settling, deltas: NonNullable<Settlement['deltas']>): Promise<void> {
  const operations = transaction.objectStore('operations');
  for (const kept of await operations.getAll()) {
    const { operation } = kept;
    const delta = operation.kind === 'undo' ? deltas.get(operation.changeId) : undefined;
    if (delta !== undefined) await operations.put({ ...kept, operation: { ...operation, delta } as Operation });
  }
}

async function refuse(
  transaction: Settling,
  { kept, error, doubt, seen }: Settlement['refused'][number],
): Promise<void> {
  const operations = transaction.objectStore('operations');
  // The record is gone: the user discarded it in another tab.
  if (!(await operations.getKey(kept.seq))) return;
  const all = await operations.getAll();
  const undo = all.find(({ operation }) => takenBy(operation) === kept.id);
  if (undo) {
    // The change was not written and has been taken back already, so the user need not be told.
    await operations.delete(kept.seq);
    await operations.delete(undo.seq);
    await markTakenBack(transaction.objectStore('facts'), kept.owner, new Set([kept.id]));
    return;
  }
  await operations.put({ ...kept, error, unsent: true, ...(doubt && { doubt }), ...(seen && { seen }) });
  if (kept.operation.kind !== 'item') return;
  for (const other of all) {
    if (points(other, kept.id)) await operations.put({ ...other, error: BLOCKED, because: kept.id });
  }
}

export async function settle(db: Database, settlement: Settlement): Promise<void> {
  const { done, refused, items = [], entries = [], lines = [], made, deltas } = settlement;
  const transaction = db.transaction(['operations', 'items', 'entries', 'lines', 'facts'], 'readwrite');
  hush(transaction.done);
  const operations = transaction.objectStore('operations');
  const stored = transaction.objectStore('items');
  for (const { seq } of done) await operations.delete(seq);
  await settleRecords(transaction.objectStore('facts'), done, deltas);
  if (deltas?.size) await setUndoDeltas(transaction, deltas);
  for (const one of refused) await refuse(transaction, one);
  for (const item of [...items, ...(made ? [made.item] : [])]) {
    const known = await stored.get(item.id);
    if (!known || known.updated_at <= item.updated_at) await stored.put({ ...item, eans: eansOf(item) });
  }
  for (const entry of entries) await transaction.objectStore('entries').put(entry);
  for (const line of lines) await transaction.objectStore('lines').put(line);
  if (made) {
    await transaction.objectStore('facts').put(made.item.id, madeFact(made.key));
    for (const kept of await operations.getAll()) {
      if (points(kept, made.key)) await operations.put(redirected(kept, made.key, made.item));
    }
  }
  await transaction.done;
}

/** Queues refused records again, and with a new item all records that only it held back. */
export async function releaseKept(db: Database, seqs: readonly number[]): Promise<void> {
  const { store, done } = db.transaction('operations', 'readwrite');
  const freed = new Set(seqs);
  const all = await store.getAll();
  const keys = new Set(all.filter(({ seq }) => freed.has(seq)).map(({ id }) => id));
  for (const { error: _error, doubt: _doubt, because, ...kept } of all) {
    if (freed.has(kept.seq) || (because !== undefined && keys.has(because))) await store.put(kept);
  }
  await done;
}

/** Replaces the typed amount with the probable one. */
function withAmount(operation: Operation, amount: number): Operation {
  if (operation.kind === 'entry') return { ...operation, amount: { quantity: amount } };
  if (operation.kind !== 'change') return operation;
  return { ...operation, amount: 'delta' in operation.amount ? { delta: amount } : { set: amount } };
}

const mayBeDoubted: readonly Operation['kind'][] = ['change', 'entry', 'measure'];

/** The user answered the question: the record is sent as it is or with `instead`. */
export async function confirmKept(db: Database, seq: number, instead?: number): Promise<void> {
  const { store, done } = db.transaction('operations', 'readwrite');
  const { error: _error, doubt: _doubt, ...kept } = (await store.get(seq)) ?? {};
  if ('operation' in kept && mayBeDoubted.includes(kept.operation.kind)) {
    const operation = instead === undefined ? kept.operation : withAmount(kept.operation, instead);
    await store.put({ ...kept, operation: { ...operation, confirmed: true } as Operation });
  }
  await done;
}

/**
 * Deletes a record at the user's request; with a new item its records go too, because no other item could take them.
 */
export async function discardKept(db: Database, seq: number): Promise<void> {
  const transaction = db.transaction(['operations', 'facts'], 'readwrite');
  hush(transaction.done);
  const operations = transaction.objectStore('operations');
  const kept = await operations.get(seq);
  if (kept) {
    const held = kept.operation.kind === 'item' ? await operations.getAll() : [];
    const gone = [kept, ...held.filter((other) => points(other, kept.id))];
    for (const one of gone) await operations.delete(one.seq);
    await dropRecords(transaction.objectStore('facts'), kept.owner, new Set(gone.map(({ id }) => id)));
  }
  await transaction.done;
}
