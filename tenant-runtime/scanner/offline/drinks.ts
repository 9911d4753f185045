import { type Drink, type DrinkChange, drinkOf, type ExtractHead } from '@ostatok/kit/contract/drink-extract.ts';
import { toGtin13 } from '@ostatok/kit/names/barcode.ts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** What this phone has of the extract. */
export interface DrinksState {
  /** The version; absent before the first download. */
  version?: string;
  rows: number;
  /** How many changes were applied since the last whole extract. */
  changed: number;
  /** The time in milliseconds before which nothing is asked. */
  nextAt: number;
}

interface Schema extends DBSchema {
  /** The deflated blocks of the last whole extract by their first barcodes. */
  blocks: { key: string; value: Uint8Array<ArrayBuffer> };
  /** What has changed since, by barcode; null for a product that is no longer in the extract. */
  changes: { key: string; value: [name: string, volumeMl: number | null] | null };
  state: { key: 'state'; value: DrinksState };
}
type DrinksDatabase = IDBPDatabase<Schema>;

const NAME = 'ostatok-drinks';
let opened: Promise<DrinksDatabase> | undefined;

function forget(): void {
  opened = undefined;
}

/**
 * The extract has a database of its own: the browser may refuse or lose it without harm to what people recorded, and a
 * release before this one opens the other as ever.
 */
function open(): Promise<DrinksDatabase> {
  opened ??= openDB<Schema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('blocks');
      db.createObjectStore('changes');
      db.createObjectStore('state');
    },
    blocking: (_current, _blocked, event) => {
      forget();
      (event.target as IDBDatabase).close();
    },
    terminated: forget,
  });
  opened.catch(forget);
  return opened;
}

/** The state before the first download. */
const NO_DRINKS: DrinksState = { rows: 0, changed: 0, nextAt: 0 };

export const readState = async (): Promise<DrinksState> => (await (await open()).get('state', 'state')) ?? NO_DRINKS;

export async function updateState(change: (state: DrinksState) => DrinksState): Promise<void> {
  const { store, done } = (await open()).transaction('state', 'readwrite');
  await store.put(change((await store.get('state')) ?? NO_DRINKS), 'state');
  await done;
}

/** Replaces what is there by a whole extract, in one transaction: the phone has either the one or the other. */
export async function replaceAll(
  head: ExtractHead,
  blocks: readonly Uint8Array<ArrayBuffer>[],
  state: DrinksState,
): Promise<void> {
  const transaction = (await open()).transaction(['blocks', 'changes', 'state'], 'readwrite');
  const store = transaction.objectStore('blocks');
  const writes = [
    store.clear(),
    transaction.objectStore('changes').clear(),
    ...head.blocks.map(([first], at) => store.put(blocks[at] ?? new Uint8Array(), first)),
    transaction.objectStore('state').put(state, 'state'),
    transaction.done,
  ];
  await Promise.all(writes);
}

/** Applies the changes since a version, all of them or none; throws if the phone does not have that one any more. */
export async function applyChanges(changes: readonly DrinkChange[], since: string, state: DrinksState): Promise<void> {
  const transaction = (await open()).transaction(['changes', 'state'], 'readwrite');
  const before = await transaction.objectStore('state').get('state');
  if (before?.version !== since) throw new Error('these are not the changes since what is here');
  const store = transaction.objectStore('changes');
  const writes = [
    ...changes.map(([ean, name, volumeMl]) => store.put(name === undefined ? null : [name, volumeMl ?? null], ean)),
    transaction.objectStore('state').put(state, 'state'),
    transaction.done,
  ];
  await Promise.all(writes);
}

/** Throws if the block is damaged. A stream of a blob would go by another process of the browser. */
export function inflate(block: Uint8Array<ArrayBuffer>): Promise<string> {
  const { writable, readable } = new DecompressionStream('deflate');
  const writer = writable.getWriter();
  // what is wrong with the block is told by reading
  writer.write(block).catch(() => undefined);
  writer.close().catch(() => undefined);
  return new Response(readable).text();
}

/** With a damaged block all others are useless: the next refresh takes the whole extract again. */
async function textOf(block: Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    return await inflate(block);
  } catch {
    await updateState(() => NO_DRINKS);
    return '';
  }
}

async function read(ean: string): Promise<Drink | undefined> {
  const transaction = (await open()).transaction(['changes', 'blocks']);
  const [changed, cursor] = await Promise.all([
    transaction.objectStore('changes').get(ean),
    transaction.objectStore('blocks').openCursor(IDBKeyRange.upperBound(ean), 'prev'),
  ]);
  if (changed) return { ean, name: changed[0], volumeMl: changed[1] };
  if (changed === null || !cursor) return undefined;
  return drinkOf(await textOf(cursor.value), ean);
}

/** Names a barcode without a connection; undefined when the extract lacks it or cannot be read. */
export async function findDrink(code: string): Promise<Drink | undefined> {
  const ean = toGtin13(code);
  return ean === undefined ? undefined : read(ean).catch(() => undefined);
}
