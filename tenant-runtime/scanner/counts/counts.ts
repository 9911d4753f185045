import type { Pagination } from '@ostatok/kit/contract/endpoint.ts';
import type { Count, CountDetails, CountEntry, CountLine } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import type { Database } from '../offline/database.ts';
import { countedOf, exact, type ItemRef, type Kept, sameItem, takenIn } from '../offline/operations.ts';
import type { Api } from '../offline/send.ts';

const PAGE = 1000;

interface Page<T> {
  rows: T[];
  pagination: Pagination;
}

/** Reads all pages of a list; `read` reads one. */
async function readPages<T>(
  read: (query: { limit: number; page: number }, signal: AbortSignal) => Promise<Page<T>>,
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { rows, pagination } = await read({ limit: PAGE, page }, AbortSignal.timeout(60_000));
    all.push(...rows);
    ({ pages } = pagination);
  }
  return all;
}

const readOpenCounts = (api: Api): Promise<Count[]> =>
  readPages(async (page, signal) => {
    const query = { status: 'open', ...page };
    const { counts: rows, pagination } = await api.call('GET /api/counts', { query, signal });
    return { rows, pagination };
  });

const readLines = (api: Api, id: number): Promise<CountLine[]> =>
  readPages(async (query, signal) => {
    const answer = await api.call('GET /api/counts/:id/lines', { params: { id }, query, signal });
    return { rows: answer.lines, pagination: answer.pagination };
  });

const readEntriesOf = (api: Api, id: number, userId: number): Promise<CountEntry[]> =>
  readPages(async (page, signal) => {
    const query = { user: userId, ...page };
    const answer = await api.call('GET /api/counts/:id/entries', { params: { id }, query, signal });
    return { rows: answer.entries, pagination: answer.pagination };
  });

async function forget(db: Database, countId: number): Promise<void> {
  const transaction = db.transaction(['counts', 'lines', 'entries'], 'readwrite');
  await transaction.objectStore('counts').delete(countId);
  for (const name of ['lines', 'entries'] as const) {
    const index = transaction.objectStore(name).index('count');
    for (let cursor = await index.openCursor(countId); cursor; cursor = await cursor.continue()) await cursor.delete();
  }
  await transaction.done;
}

/** The items of the count about which something waits to be sent: the answer to it brings their lines. */
function awaitedItems(kept: readonly Kept[], entries: readonly CountEntry[], countId: number): Set<number> {
  const taken = takenIn(kept);
  const ids = new Set(entries.filter(({ id }) => taken.has(id)).map(({ item }) => item.id));
  for (const { operation, error } of kept) {
    if (operation.kind !== 'entry' || operation.countId !== countId || error !== undefined) continue;
    if ('itemId' in operation.ref) ids.add(operation.ref.itemId);
  }
  return ids;
}

/** The count's lines and entries on this phone, as texts that can be compared. */
async function rowTexts(db: Database, countId: number): Promise<Set<string>> {
  const lines = await db.getAllFromIndex('lines', 'count', countId);
  const entries = await db.getAllFromIndex('entries', 'count', countId);
  return new Set([...lines, ...entries].map((row) => JSON.stringify(row)));
}

/**
 * Reads the count's lines and this user's entries anew. A row that this phone has changed meanwhile, or is about to,
 * stays as it is. All is written at once, so that an interrupted reading is repeated.
 */
async function readAnew(db: Database, api: Api, count: CountDetails & { readFor: number }): Promise<void> {
  const { id: countId, readFor } = count;
  const before = await rowTexts(db, countId);
  const lines = await readLines(api, countId);
  const entries = await readEntriesOf(api, countId, readFor);
  const transaction = db.transaction(['counts', 'lines', 'entries', 'operations'], 'readwrite');
  const [countStore, lineStore] = [transaction.objectStore('counts'), transaction.objectStore('lines')];
  const entryStore = transaction.objectStore('entries');
  const [known, linesNow, entriesNow, operations] = await Promise.all([
    countStore.get(countId),
    lineStore.index('count').getAll(countId),
    entryStore.index('count').getAll(countId),
    transaction.objectStore('operations').getAll(),
  ]);
  const hasChanged = (row: object): boolean => !before.has(JSON.stringify(row));
  const kept = operations.filter(({ owner }) => owner === readFor);
  // In a blind count another user's lines have other sums, so that none of them stays.
  const isSameUser = known?.readFor === readFor;
  const awaited = awaitedItems(isSameUser ? kept : [], entriesNow, countId);
  const ownLines = new Set(
    linesNow.filter((line) => awaited.has(line.item.id) || hasChanged(line)).map(({ item }) => item.id),
  );
  for (const line of lines) if (!ownLines.has(line.item.id)) await lineStore.put({ ...line, countId });
  const taken = takenIn(kept);
  const ownEntries = new Set(
    entriesNow.filter((entry) => taken.has(entry.id) || hasChanged(entry)).map(({ id }) => id),
  );
  for (const { id } of entriesNow) if (!ownEntries.has(id)) await entryStore.delete(id);
  // An entry that waits in the queue is shown from there, even when an attempt has reached the server.
  for (const { id } of kept) ownEntries.add(id);
  for (const entry of entries) if (!ownEntries.has(entry.id)) await entryStore.put({ ...entry, countId });
  await countStore.put(count);
  await transaction.done;
}

/**
 * Whether the phone has as many of the user's entries as the server: one that was sent from here and taken back elsewhere
 * leaves the count as it was.
 */
async function hasAllEntries(
  db: Database,
  { id, counters, readFor }: CountDetails & { readFor: number },
): Promise<boolean> {
  const all = await db.getAllFromIndex('entries', 'count', id);
  const own = all.filter(({ user, voided }) => user.id === readFor && !voided);
  return own.length === (counters.find(({ user }) => user.id === readFor)?.entries ?? 0);
}

/** Copies the open counts to the phone and removes those that are no longer open. Returns whether anything changed. */
export async function refreshCounts(db: Database, api: Api, userId: number): Promise<boolean> {
  const open = await readOpenCounts(api);
  const known = new Map((await db.getAll('counts')).map((count) => [count.id, count]));
  let changed = false;
  for (const { id } of open) {
    const before = known.get(id);
    known.delete(id);
    const { count: details } = await api.call('GET /api/counts/:id', { params: { id } });
    const count = { ...details, readFor: userId };
    if (JSON.stringify(before) === JSON.stringify(count) && (await hasAllEntries(db, count))) continue;
    changed = true;
    await readAnew(db, api, count);
  }
  for (const id of known.keys()) await forget(db, id);
  return changed || known.size > 0;
}

export interface ItemInCount {
  line: CountLine | undefined;
  /** The user's own entries on the server, newest first. */
  entries: CountEntry[];
}

export async function readItemInCount(
  db: Database,
  { countId, itemId, userId }: { countId: number; itemId: number; userId: number },
): Promise<ItemInCount> {
  const line = itemId === 0 ? undefined : await db.get('lines', [countId, itemId]);
  const all = await db.getAllFromIndex('entries', 'count', countId);
  const entries = all.filter(({ item, user, voided }) => item.id === itemId && user.id === userId && !voided);
  return { line, entries: entries.sort((a, b) => b.at.localeCompare(a.at)) };
}

type Waiting = Kept & { operation: Extract<Kept['operation'], { kind: 'entry' }> };

/** The item's queued entries. */
export const waitingEntries = (kept: readonly Kept[], countId: number, ref: ItemRef): Waiting[] =>
  kept.filter(
    (one): one is Waiting =>
      one.operation.kind === 'entry' && one.operation.countId === countId && sameItem(one.operation.ref, ref),
  );

/** The counted quantity: the server's sum plus the queued entries. null when nobody has counted the item. */
export function countedWith(
  line: CountLine | undefined,
  entries: readonly CountEntry[],
  kept: readonly Kept[],
  { countId, ref }: { countId: number; ref: ItemRef },
): number | null {
  const taken = takenIn(kept);
  const waiting = waitingEntries(kept, countId, ref).filter(({ id, error }) => error === undefined && !taken.has(id));
  const back = entries.filter(({ id, round }) => taken.has(id) && round === (line?.round ?? round));
  const served = line?.recount ? null : (line?.counted ?? null);
  const nothingLeft = served === null || back.length >= (line?.entries ?? 0);
  if (nothingLeft && waiting.length === 0) return null;
  const minus = back.reduce((sum, { quantity }) => sum + quantity, 0);
  return exact((served ?? 0) - minus + waiting.reduce((sum, { operation }) => sum + countedOf(operation.amount), 0));
}

/** The progress of the count including queued entries. */
export async function readCoverage(
  db: Database,
  { id, coverage }: CountDetails,
  kept: readonly Kept[],
): Promise<{ lines: number; counted: number; recount: CountLine[] }> {
  const lines = await db.getAllFromIndex('lines', 'count', id);
  const counted = new Set(lines.filter((line) => line.counted !== null).map((line) => line.item.id));
  const known = counted.size;
  const again = new Set<number>();
  const taken = takenIn(kept);
  for (const { id: entryId, operation, error } of kept) {
    if (operation.kind !== 'entry' || operation.countId !== id || error !== undefined || taken.has(entryId)) continue;
    if (!('itemId' in operation.ref)) continue;
    counted.add(operation.ref.itemId);
    again.add(operation.ref.itemId);
  }
  return {
    lines: Math.max(coverage.lines, lines.length),
    counted: Math.max(coverage.counted, known) + (counted.size - known),
    recount: lines.filter((line) => line.recount && !again.has(line.item.id)),
  };
}
