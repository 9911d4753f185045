import { LAST_ROWS, type ListBeyond } from '@ostatok/kit/contract/endpoint.ts';
import { type Db, type Knex, sqlState } from '@ostatok/kit/node/db.ts';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { columnsOf, type Flags, narrow, nullable } from './list.queries.ts';

/** Pages are reached by number within so many rows; the next rows after them by a cursor. */
const WINDOW = 10_000;

interface Order {
  sort: string;
  order: 'asc' | 'desc';
}

/** The place right after a row: its value as PostgreSQL writes it, and its id. */
interface Cursor {
  value: string | null;
  id: number;
}

const refusal = (): InvalidInput =>
  new InvalidInput('Такого места в списке нет', { after: 'Место берётся из ответа: next или previous' });

const encode = (by: Order, { value, id }: Cursor): string =>
  Buffer.from(JSON.stringify([by.sort, value, id])).toString('base64url');

function decode(by: Order, text: string): Cursor {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw refusal();
  }
  const [sort, value, id]: unknown[] = Array.isArray(parts) ? parts : [];
  const isValue = typeof value === 'string' || (value === null && nullable.has(by.sort));
  if (sort !== by.sort || !isValue || !Number.isInteger(id)) throw refusal();
  return { value, id: id as number };
}

/** PostgreSQL's states for a value that its column cannot hold. */
const UNREADABLE = new Set(['22P02', '22003', '22007', '22008', '22021']);

function refuseUnreadable(error: unknown): never {
  throw UNREADABLE.has(sqlState(error) ?? '') ? refusal() : error;
}

interface Listing {
  db: Db;
  /** The rows of the list, in no order yet. */
  rows: () => Knex.QueryBuilder;
  by: Order;
}

/** Rows that have a value come before those without one, in either order. */
interface Stream {
  isEmpty: boolean;
  from: Cursor | undefined;
}

/** The streams of the rows after `from`, in their order; of all rows without it. */
function streamsAfter({ sort }: Order, from: Cursor | undefined, isBackward: boolean): Stream[] {
  const kinds = nullable.has(sort) ? [false, true] : [false];
  if (isBackward) kinds.reverse();
  const first = from ? kinds.indexOf(from.value === null) : 0;
  if (first < 0) return [];
  return kinds.slice(first).map((isEmpty, index) => ({ isEmpty, from: index === 0 ? from : undefined }));
}

function read({ rows, by: { sort, order } }: Listing, { isEmpty, from }: Stream, isBackward: boolean) {
  const direction = (order === 'desc') !== isBackward ? 'desc' : 'asc';
  const columns = columnsOf(isEmpty ? 'id' : sort);
  const query = rows().orderBy(columns.map((column) => ({ column, order: direction })));
  if (isEmpty) query.whereNull(sort);
  else if (nullable.has(sort)) query.whereNotNull(sort);
  if (!from) return query;
  const values = columns.map((column) => (column === 'id' ? from.id : (from.value as string)));
  const marks = columns.map(() => '?').join(', ');
  return query.whereRaw(`(${columns.join(', ')}) ${direction === 'desc' ? '<' : '>'} (${marks})`, values);
}

/** Counts the rows of a stream, but no more than `most`. */
async function countUpTo(list: Listing, stream: Stream, isBackward: boolean, most: number): Promise<number> {
  const some = read(list, stream, isBackward).select('id').limit(most).as('some');
  const [{ n }] = await list.db.from(some).count({ n: '*' });
  return n;
}

interface Place {
  offset: number;
  limit: number;
}

/** Reads rows after the cursor, or with `isBackward` before it, the nearest first. */
async function readAfter(
  list: Listing,
  from: Cursor | undefined,
  { offset, limit }: Place,
  isBackward = false,
): Promise<Cursor[]> {
  const found: Cursor[] = [];
  let left = offset;
  for (const stream of streamsAfter(list.by, from, isBackward)) {
    const part: Cursor[] = await read(list, stream, isBackward)
      .offset(left)
      .limit(limit - found.length)
      .select('id', list.db.raw('??::text as value', [list.by.sort]));
    found.push(...part);
    if (found.length >= limit) break;
    left = part.length > 0 ? 0 : left - (await countUpTo(list, stream, isBackward, left));
  }
  return found;
}

async function cursorOf(list: Listing, after: string | undefined): Promise<Cursor | undefined> {
  if (after !== LAST_ROWS) return after ? decode(list.by, after) : undefined;
  const [before] = await readAfter(list, undefined, { offset: WINDOW, limit: 1 }, true);
  return before;
}

async function countAfter(list: Listing, from: Cursor | undefined): Promise<number> {
  let count = 0;
  for (const stream of streamsAfter(list.by, from, false))
    count += await countUpTo(list, stream, false, WINDOW - count);
  return count;
}

async function beyondOf(list: Listing, from: Cursor | undefined): Promise<ListBeyond> {
  const [last, beyond] = await readAfter(list, from, { offset: WINDOW - 1, limit: 2 });
  const next = last && beyond ? encode(list.by, last) : null;
  const depth = last ? WINDOW : await countAfter(list, from);
  if (!from) return { depth, next, previous: null };
  const [before] = await readAfter(list, from, { offset: WINDOW - 1, limit: 1 }, true);
  return { depth, next, previous: before ? encode(list.by, before) : '' };
}

/**
 * Returns the ids of one page of a window, and the cursors of the windows beside it. `after` is the window's own cursor,
 * without which it is the first. Throws InvalidInput for a cursor that is not one of this list.
 */
export async function pageOfWindow(
  db: Db,
  flags: Flags,
  { sort, order, offset, limit }: Order & Place,
  after: string | undefined,
): Promise<{ ids: number[]; beyond: ListBeyond }> {
  const rows = (): Knex.QueryBuilder => db('aliases').modify((all: Knex.QueryBuilder) => narrow(all, flags, 'aliases'));
  const list = { db, rows, by: { sort, order } };
  const from = await cursorOf(list, after);
  const within = { offset, limit: Math.max(0, Math.min(limit, WINDOW - offset)) };
  const page = await readAfter(list, from, within).catch(refuseUnreadable);
  return { ids: page.map(({ id }) => id), beyond: await beyondOf(list, from) };
}
