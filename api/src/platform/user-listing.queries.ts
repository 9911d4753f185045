import { inBatches } from '@ostatok/kit/node/batches.ts';
import { type Db, type Knex, likeContaining } from '@ostatok/kit/node/db.ts';
import { RUNS_PAID } from './paid-subscriptions-sql.ts';

/** Selects the accounts of a list. */
interface PeopleFilter {
  id?: number[] | undefined;
  search?: string | undefined;
  role?: string | undefined;
  status?: string | undefined;
  plan_id?: number | undefined;
  subscription_status?: string | undefined;
  /** The moment at which a paid plan has to run. */
  paid_at?: Date | undefined;
}

/** The source of the sort key: columns of the account, of its subscription, or the number of active tenants. */
export interface UserOrder {
  of: 'account' | 'subscription' | 'venues';
  by: string[];
}

interface PeoplePage {
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/** A part of a list that is read in its own order, and its size. */
interface Segment {
  size: number;
  rows: (db: Db) => Knex.QueryBuilder;
  id: string;
  by: string[];
}

/** Up to this many search results are sorted explicitly: the planner might otherwise walk an index to find them. */
const SORTED = 2000;
/** All ids must fit in memory: otherwise PostgreSQL would look each one up separately. */
const PICKED_MEMORY = '64MB';

const asksAccount = ({ id, search, role, status }: PeopleFilter): boolean => Boolean(id || search || role || status);
const asksSubscription = ({ plan_id, subscription_status, paid_at }: PeopleFilter): boolean =>
  Boolean(plan_id || subscription_status || paid_at);

const ofAccounts = (db: Db, { id, search, role, status }: PeopleFilter): Knex.QueryBuilder =>
  db('users as u')
    .whereNull('u.deleted_at')
    .modify((rows: Knex.QueryBuilder) => {
      if (id) rows.whereIn('u.id', id);
      if (role) rows.where('u.role', role);
      if (status) rows.where('u.status', status);
      // the search key is in lower case
      if (search) rows.whereLike('u.search_key', likeContaining(search.toLowerCase()));
    });

/** Restricts rows to the wanted accounts. Deleted accounts are few, so they are excluded by id. */
function ofWanted(db: Db, rows: Knex.QueryBuilder, column: string, filter: PeopleFilter): void {
  if (asksAccount(filter)) rows.whereIn(column, ofAccounts(db, filter).select('u.id'));
  else rows.whereNotIn(column, db('users').whereNotNull('deleted_at').select('id'));
}

const ofSubscriptions = (db: Db, filter: PeopleFilter): Knex.QueryBuilder =>
  db('subscriptions as s').modify((rows: Knex.QueryBuilder) => {
    if (filter.plan_id) rows.where('s.plan_id', filter.plan_id);
    if (filter.subscription_status) rows.where('s.status', filter.subscription_status);
    if (filter.paid_at) rows.whereRaw(RUNS_PAID, { now: filter.paid_at });
    ofWanted(db, rows, 's.user_id', filter);
  });

const ofOwners = (db: Db, filter: PeopleFilter): Knex.QueryBuilder =>
  db.from(
    db('tenants as t')
      .whereNot('t.status', 'deleted')
      .modify((rows: Knex.QueryBuilder) => {
        ofWanted(db, rows, 't.owner_id', filter);
        if (asksSubscription(filter)) rows.whereIn('t.owner_id', ofSubscriptions(db, filter).select('s.user_id'));
      })
      .groupBy('t.owner_id')
      .select('t.owner_id')
      .count({ tenants: '*' })
      .as('o'),
  );

/** «is true» keeps the planner from turning the condition into a join, after which it would have to sort. */
const among = (rows: Knex.QueryBuilder, column: string, set: Knex.QueryBuilder, isIn: boolean): Knex.QueryBuilder =>
  rows.whereRaw(`(${column} in (?)) is ${isIn ? '' : 'not '}true`, [set]);

/** Selects the wanted accounts by their own columns, so that an index can give their order. */
const people = (db: Db, filter: PeopleFilter): Knex.QueryBuilder => {
  const rows = ofAccounts(db, filter);
  return asksSubscription(filter) ? among(rows, 'u.id', ofSubscriptions(db, filter).select('s.user_id'), true) : rows;
};

async function count(rows: Knex.QueryBuilder): Promise<number> {
  const [counted] = await rows.count({ total: '*' });
  return counted.total;
}

const countPeople = (db: Db, filter: PeopleFilter): Promise<number> =>
  count(asksSubscription(filter) ? ofSubscriptions(db, filter) : ofAccounts(db, filter));

/** Accounts with a subscription come first in its order; those without one come last in either direction. */
async function bySubscription(db: Db, filter: PeopleFilter, by: string[]): Promise<[number, Segment[]]> {
  const [total, size] = await Promise.all([
    countPeople(db, filter),
    asksSubscription(filter) ? undefined : count(ofSubscriptions(db, filter)),
  ]);
  const having = size ?? total;
  const without = (reader: Db): Knex.QueryBuilder =>
    among(ofAccounts(reader, filter), 'u.id', reader('subscriptions').select('user_id'), false);
  return [
    total,
    [
      { size: having, rows: (reader) => ofSubscriptions(reader, filter), id: 's.user_id', by },
      { size: total - having, rows: without, id: 'u.id', by: [] },
    ],
  ];
}

/** Orders accounts by the number of their tenants; accounts without any come first when ascending, else last. */
async function byVenues(db: Db, filter: PeopleFilter, order: 'asc' | 'desc'): Promise<[number, Segment[]]> {
  const [total, size] = await Promise.all([countPeople(db, filter), count(ofOwners(db, filter))]);
  const owners: Segment = { size, rows: (reader) => ofOwners(reader, filter), id: 'o.owner_id', by: ['o.tenants'] };
  const without = (reader: Db): Knex.QueryBuilder => {
    const having = reader('tenants').whereNot('status', 'deleted').select('owner_id');
    return among(people(reader, filter), 'u.id', having, false);
  };
  const others: Segment = { size: total - size, rows: without, id: 'u.id', by: [] };
  return [total, order === 'asc' ? [others, owners] : [owners, others]];
}

async function byAccount(db: Db, filter: PeopleFilter, by: string[]): Promise<[number, Segment[]]> {
  const total = await countPeople(db, filter);
  const found = (reader: Db): Knex.QueryBuilder =>
    reader
      .withMaterialized('found', people(reader, filter).select('u.id as found_id'))
      .from('found')
      .join('users as u', 'u.id', 'found_id');
  const isFew = Boolean(filter.search) && total <= SORTED;
  return [total, [{ size: total, rows: (reader) => (isFew ? found(reader) : people(reader, filter)), id: 'u.id', by }]];
}

const ordered = (db: Db, { rows, id, by }: Segment, order: 'asc' | 'desc'): Knex.QueryBuilder =>
  rows(db).orderBy([...by.filter((column) => column !== id), id].map((column) => ({ column, order })));

/** Reads one page of a segment by index alone, from the nearer end. */
async function walk(db: Db, segment: Segment, { order, offset, limit }: PeoplePage): Promise<number[]> {
  const { size, id } = segment;
  const wanted = Math.min(limit, size - offset);
  if (wanted <= 0) return [];
  const fromEnd = offset > size / 2;
  const direction = fromEnd === (order === 'asc') ? 'desc' : 'asc';
  const ids: number[] = await ordered(db, segment, direction)
    .offset(fromEnd ? size - offset - wanted : offset)
    .limit(wanted)
    .pluck(id);
  return fromEnd ? ids.reverse() : ids;
}

async function pageOf(db: Db, segments: Segment[], { order, offset, limit }: PeoplePage): Promise<number[]> {
  const ids: number[] = [];
  let before = 0;
  for (const segment of segments) {
    const page = { order, offset: Math.max(0, offset - before), limit: limit - ids.length };
    ids.push(...(await walk(db, segment, page)));
    before += segment.size;
  }
  return ids;
}

function segmentsOf(
  db: Db,
  filter: PeopleFilter,
  { of, by }: UserOrder,
  order: 'asc' | 'desc',
): Promise<[number, Segment[]]> {
  if (of === 'account') return byAccount(db, filter, by);
  return of === 'subscription' ? bySubscription(db, filter, by) : byVenues(db, filter, order);
}

const givePickedMemory = (trx: Knex.Transaction): Knex.Raw => trx.raw(`set local work_mem = '${PICKED_MEMORY}'`);

/** Yields the ids of all wanted accounts in order, in batches of `size`. */
export async function* usersInBatches(
  trx: Knex.Transaction,
  filter: PeopleFilter,
  by: UserOrder,
  order: 'asc' | 'desc',
  size: number,
): AsyncGenerator<{ id: number }[], void> {
  await givePickedMemory(trx);
  const [, segments] = await segmentsOf(trx, filter, by, order);
  for (const segment of segments)
    yield* inBatches<{ id: number }>(trx, ordered(trx, segment, order).select({ id: segment.id }), size);
}

/** Returns the ids of one page of accounts and the total of wanted ones. */
export async function userPage(
  db: Db,
  filter: PeopleFilter,
  by: UserOrder,
  page: PeoplePage,
): Promise<{ ids: number[]; total: number }> {
  const [total, segments] = await segmentsOf(db, filter, by, page.order);
  if (by.of === 'account' && !asksSubscription(filter)) return { total, ids: await pageOf(db, segments, page) };
  const ids = await db.transaction(async (trx) => {
    await givePickedMemory(trx);
    return pageOf(trx, segments, page);
  });
  return { total, ids };
}
