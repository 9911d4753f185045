import type { MarkItem } from '@ostatok/tenant-runtime/contract/marks.endpoints.ts';
import { type Mark, readMark } from '@ostatok/tenant-runtime/contract/read-mark.ts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ItemRef, Kept } from './operations.ts';
import type { Api } from './send.ts';

interface MarksState {
  /** The items of alccodes. */
  alccodes: Record<string, number>;
  /** The id of the server's database, whose deliveries these are. */
  dataset: string;
  /** The time in milliseconds at which it was read. */
  readAt: number;
}

interface Schema extends DBSchema {
  marks: {
    key: [number, string];
    value: MarkItem & { delivery: number };
    indexes: { delivery: number; mark: string };
  };
  state: { key: 'state'; value: MarksState };
}
type MarksDatabase = IDBPDatabase<Schema>;

/** In place of a delivery's id: what people have said of single marks. */
const SAID = 0;
/** Deliveries come a few times a week, so they are asked for more seldom than the stock. */
const PAUSE_MS = 600_000;
const PATIENCE_MS = 60_000;
const NO_MARKS: MarksState = { alccodes: {}, dataset: '', readAt: 0 };

let opened: Promise<MarksDatabase> | undefined;

function forget(): void {
  opened = undefined;
}

/** Marks have a database of their own, as the extract of drinks has: a release before this one opens the other as ever. */
function open(): Promise<MarksDatabase> {
  opened ??= openDB<Schema>('ostatok-marks', 1, {
    upgrade(db) {
      const marks = db.createObjectStore('marks', { keyPath: ['delivery', 'mark'] });
      marks.createIndex('delivery', 'delivery');
      marks.createIndex('mark', 'mark');
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

async function readState(db: MarksDatabase): Promise<MarksState> {
  return (await db.get('state', 'state')) ?? NO_MARKS;
}

async function replaceMarks(db: MarksDatabase, delivery: number, marks: readonly MarkItem[]): Promise<void> {
  const { store, done } = db.transaction('marks', 'readwrite');
  const index = store.index('delivery');
  for (let cursor = await index.openCursor(delivery); cursor; cursor = await cursor.continue()) await cursor.delete();
  for (const { mark, itemId } of marks) await store.put({ delivery, mark, itemId });
  await done;
}

async function readDelivery(db: MarksDatabase, api: Api, id: number): Promise<void> {
  const call = { params: { id }, signal: AbortSignal.timeout(PATIENCE_MS) };
  await replaceMarks(db, id, (await api.call('GET /api/marks/deliveries/:id', call)).marks);
}

/** The deliveries whose marks are here. */
async function knownDeliveries(db: MarksDatabase): Promise<Set<number>> {
  const known = new Set<number>();
  const { store, done } = db.transaction('marks');
  const index = store.index('delivery');
  for (let cursor = await index.openKeyCursor(null, 'nextunique'); cursor; cursor = await cursor.continue()) {
    if (cursor.key !== SAID) known.add(cursor.key);
  }
  await done;
  return known;
}

/**
 * Brings what marks mean to the phone. A posted delivery never changes: only those that are new here are read, and one that
 * was reversed is forgotten. `dataset` is the id of the server's database.
 */
export async function refreshMarks(api: Api, dataset: string, now = Date.now()): Promise<void> {
  const db = await open();
  const before = await readState(db);
  const isOther = before.dataset !== dataset;
  if (!isOther && before.readAt <= now && now - before.readAt < PAUSE_MS) return;
  if (isOther) await db.clear('marks');
  const answer = await api.call('GET /api/marks', { signal: AbortSignal.timeout(PATIENCE_MS) });
  await replaceMarks(db, SAID, answer.marks);
  const gone = await knownDeliveries(db);
  for (const id of answer.deliveries) if (!gone.delete(id)) await readDelivery(db, api, id);
  for (const id of gone) await replaceMarks(db, id, []);
  const alccodes = Object.fromEntries(answer.alccodes.map(({ alccode, itemId }) => [alccode, itemId]));
  await db.put('state', { alccodes, dataset, readAt: now }, 'state');
}

/** Keeps whose bottle it is, as the server has taken it. */
export async function keepMark(text: string, itemId: number): Promise<void> {
  const mark = readMark(text);
  if (!mark) return;
  const db = await open();
  if (mark.kind !== 'stamp68') await db.put('marks', { delivery: SAID, mark: mark.mark, itemId });
  else {
    const state = await readState(db);
    await db.put('state', { ...state, alccodes: { ...state.alccodes, [mark.alccode]: itemId } }, 'state');
  }
}

function isSameGoods(text: string, mark: Mark): boolean {
  if (text === mark.mark) return true;
  const other = mark.kind === 'stamp68' ? readMark(text) : null;
  return other?.kind === 'stamp68' && mark.kind === 'stamp68' && other.alccode === mark.alccode;
}

/** What somebody has said on this phone of the mark, or of another stamp of its alccode, and is not sent yet. */
function saidHere(kept: readonly Kept[], mark: Mark): ItemRef | undefined {
  const said = kept.findLast(
    ({ operation, error }) => operation.kind === 'mark' && error === undefined && isSameGoods(operation.mark, mark),
  );
  return said && 'ref' in said.operation ? said.operation.ref : undefined;
}

/** Whose bottle the mark is, as far as the phone knows without its GTIN. */
export async function itemOfMark(kept: readonly Kept[], mark: Mark): Promise<ItemRef | undefined> {
  const here = saidHere(kept, mark);
  if (here) return here;
  const db = await open();
  const rows = await db.getAllFromIndex('marks', 'mark', mark.mark);
  const row = rows.find(({ delivery }) => delivery === SAID) ?? rows.toSorted((a, b) => b.delivery - a.delivery)[0];
  const itemId = row?.itemId ?? (mark.kind === 'stamp68' ? (await readState(db)).alccodes[mark.alccode] : undefined);
  return itemId === undefined ? undefined : { itemId };
}
