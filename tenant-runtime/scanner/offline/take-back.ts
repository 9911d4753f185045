import type { Database } from './database.ts';
import { hush, resolved } from './journal.ts';
import { type ItemRef, type Kept, type Operation, type Said, takenBy } from './operations.ts';
import { markTakenBack, readRecords } from './records.ts';

/** A change, an entry of the count `countId`, or a barcode attached to the item. */
export interface Taken {
  id: string;
  kind: 'change' | 'entry' | 'code';
  ref: ItemRef;
  countId?: number;
  itemName: string;
  unit: Said['unit'];
  /** A label: «+0,7 л». */
  what: string;
}

/** The record in the form for taking back; undefined for an operation that cannot be taken back. */
export function takenOf(
  { id, operation, itemName, unit }: Pick<Kept, 'id' | 'operation' | 'itemName' | 'unit'>,
  what: string,
): Taken | undefined {
  const { kind } = operation;
  if (kind !== 'change' && kind !== 'entry' && kind !== 'code') return undefined;
  const countId = kind === 'entry' ? { countId: operation.countId } : {};
  return { id, kind, ref: operation.ref, ...countId, itemName, unit, what };
}

/** The record never left the phone; its reverse is queued; or it was taken back before. */
export type TakenBack = 'dropped' | 'waits' | 'already';

function reverseOf({ id, kind, ref, countId, what }: Taken, delta: number | null | undefined): Operation {
  if (kind === 'code') return { kind: 'detach', ref, codeId: id, what };
  if (countId !== undefined) return { kind: 'takeBack', ref, countId, entryId: id, what };
  return { kind: 'undo', ref, changeId: id, what, ...(delta === undefined ? {} : { delta }) };
}

/**
 * Takes a record back, once however often it is called. A record that has certainly not reached the server is never
 * sent; any other is sent as it was, followed by its reverse.
 */
export async function takeBackKept(
  db: Database,
  said: Pick<Said, 'id' | 'at' | 'owner' | 'ownerName'>,
  taken: Taken,
): Promise<TakenBack> {
  const transaction = db.transaction(['operations', 'facts'], 'readwrite', { durability: 'strict' });
  hush(transaction.done);
  const operations = transaction.objectStore('operations');
  const facts = transaction.objectStore('facts');
  const record = (await readRecords(facts, said.owner)).find(({ id }) => id === taken.id);
  const own = await operations.index('id').get(taken.id);
  const reverse = (await operations.getAll()).find(({ operation }) => takenBy(operation) === taken.id);
  let how: TakenBack = 'waits';
  if (record?.takenBack || (reverse && reverse.error === undefined)) how = 'already';
  else if (own && (own.unsent || own.error !== undefined)) {
    how = 'dropped';
    await operations.delete(own.seq);
    await markTakenBack(facts, said.owner, new Set([taken.id]));
  } else if (reverse) {
    const { error: _error, ...again } = reverse;
    await operations.put(again);
  } else {
    const { itemName, unit } = taken;
    const operation = reverseOf(taken, record?.delta);
    await operations.add({ ...said, itemName, unit, ...(await resolved(transaction, operation)) } as Kept);
  }
  await transaction.done;
  return how;
}

/**
 * Notes on disk that these records may reach the server from now on, and returns those not taken back meanwhile. A page
 * killed while sending leaves the note.
 */
export async function claimKept(db: Database, batch: readonly Kept[]): Promise<Kept[]> {
  if (!batch.some(({ unsent }) => unsent)) return [...batch];
  const { store, done } = db.transaction('operations', 'readwrite', { durability: 'strict' });
  const claimed: Kept[] = [];
  for (const { seq } of batch) {
    const { unsent, ...kept } = (await store.get(seq)) ?? {};
    if (!('operation' in kept) || kept.error !== undefined) continue;
    if (unsent) await store.put(kept as Kept);
    claimed.push(kept as Kept);
  }
  await done;
  return claimed;
}
