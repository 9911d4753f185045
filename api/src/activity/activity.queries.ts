import type { ActivityAction } from '@ostatok/api/contract/activity-labels.ts';
import type { ActivityRecord } from '@ostatok/api/contract/overview.endpoints.ts';
import type { ActivityFilter } from '@ostatok/api/contract/overview.ts';
import { inBatches } from '@ostatok/kit/node/batches.ts';
import { type Db, type Knex, likeContaining, likeLiteral, type RowOf } from '@ostatok/kit/node/db.ts';
import type { UndoData } from './undo-data.ts';

export interface ActivityEntry {
  /** Null for the platform itself. */
  actorId: number | null;
  /** A stable code such as `user.blocked`. */
  action: ActivityAction;
  /** A Russian text for a person. */
  description: string;
  /** The target, such as `tenant:ID` or `user:ID`. */
  target?: string;
  /** The address; by default that of the request. */
  ip?: string;
  /** The data that undoing needs beside the target. */
  undo?: UndoData;
  /** The entry that this one undoes; `true` means the newest entry of the same matter, if this action can undo it. */
  takesBack?: number | boolean;
}

export type ActivityRow = Omit<RowOf<ActivityRecord, 'at'>, 'can_undo' | 'undone_at' | 'undone_by'> & {
  undo: UndoData | null;
};

export async function insertActivity(
  db: Db,
  at: Date,
  { undoes, ...entry }: Omit<ActivityEntry, 'takesBack'> & { undoes: number | null },
): Promise<void> {
  const { actorId, action, description, target = null, ip = null, undo = null } = entry;
  await db('activity').insert({ at, actor_id: actorId, action, description, target, ip, undo, undoes });
}

export function listRecentActivity(db: Db, limit: number): Promise<{ id: number; description: string; at: Date }[]> {
  return db('activity').select('id', 'description', 'at').orderBy('id', 'desc').limit(limit);
}

/** Matches the exact word, or every word of the kind that it names. */
function wordOrKind(rows: Knex.QueryBuilder, column: string, word: string, mark: '.' | ':'): void {
  if (word.includes(mark)) rows.whereRaw(`a.${column} collate "C" = ?`, [word]);
  else
    rows.whereRaw(`(a.${column} collate "C" = ? or a.${column} collate "C" like ?)`, [
      word,
      `${likeLiteral(word)}${mark}%`,
    ]);
}

function actedBy(db: Db, rows: Knex.QueryBuilder, actor: string): void {
  if (actor === 'platform') rows.whereNull('a.actor_id');
  else if (/^\d{1,9}$/.test(actor)) rows.where('a.actor_id', Number(actor));
  else rows.whereIn('a.actor_id', db('users').where({ email: actor.toLowerCase() }).select('id'));
}

export const isEmptyFilter = ({ id, actor, action, target, search, q, from, to }: ActivityFilter): boolean =>
  !(id || actor || action || target || search || q || from || to);

function entries(db: Db, filter: ActivityFilter): Knex.QueryBuilder {
  const { id, actor, action, target, from, to } = filter;
  const words = filter.search || filter.q;
  return db('activity as a').modify((rows: Knex.QueryBuilder) => {
    if (id) rows.whereIn('a.id', id);
    if (actor) actedBy(db, rows, actor);
    if (action) wordOrKind(rows, 'action', action, '.');
    if (target) wordOrKind(rows, 'target', target, ':');
    if (from) rows.where('a.at', '>=', from);
    if (to) rows.where('a.at', '<=', to);
    if (words) rows.whereRaw('lower(a.description) like ?', [likeContaining(words.toLowerCase())]);
  });
}

export async function countActivity(db: Db, filter: ActivityFilter, after = 0): Promise<number> {
  const [counted] = await entries(db, filter)
    .modify((rows: Knex.QueryBuilder) => void (after > 0 && rows.where('a.id', '>', after)))
    .count({ total: '*' });
  return counted.total;
}

/** Returns the oldest id, which is deleted first, and the last id before which no more can appear. */
export async function activityBounds(db: Db, before: Date): Promise<{ first: number | null; settled: number | null }> {
  const first = db('activity').orderBy(['at', 'id']).limit(1).select('id');
  // ids grow with time, except for entries written at the same moment
  const settled = db('activity').where('at', '<', before).orderBy('id', 'desc').limit(1).select('id');
  const { rows } = await db.raw('select (?) as first, (?) as settled', [first, settled]);
  return rows[0];
}

export const countActivityUpTo = async (db: Db, last: number): Promise<number> => {
  const [counted] = await db('activity').where('id', '<=', last).count({ total: '*' });
  return Number(counted?.total ?? 0);
};

interface ActivityOrder {
  sort: string;
  order: 'asc' | 'desc';
}
const columnsOf = ({ sort, order }: ActivityOrder) =>
  (sort === 'at' ? ['a.at', 'a.id'] : ['a.id']).map((column) => ({ column, order }));
const numbersOf = (db: Db, filter: ActivityFilter, by: ActivityOrder): Knex.QueryBuilder =>
  entries(db, filter).select('a.id').orderBy(columnsOf(by));

/** Yields the ids of the whole list in its order. */
export const activityNumbers = (
  trx: Knex.Transaction,
  filter: ActivityFilter,
  by: ActivityOrder,
  size: number,
): AsyncGenerator<{ id: number }[], void> => inBatches(trx, numbersOf(trx, filter, by), size);

export async function listActivity(
  db: Db,
  filter: ActivityFilter,
  { offset, limit, ...by }: ActivityOrder & { offset: number; limit: number },
): Promise<ActivityRow[]> {
  const page = numbersOf(db, filter, by).offset(offset).limit(limit);
  return db('activity as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .whereIn('a.id', await page.pluck('a.id'))
    .orderBy(columnsOf(by))
    .select(
      'a.id',
      'a.at',
      'a.actor_id',
      'u.email as actor_email',
      'a.action',
      'a.description',
      'a.target',
      'a.ip',
      'a.undo',
    );
}
