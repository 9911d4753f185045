import type { SecurityRecord } from '@ostatok/api/contract/security.endpoints.ts';
import type { SecurityEvent, SecurityFilter } from '@ostatok/api/contract/security.ts';
import { inBatches } from '@ostatok/kit/node/batches.ts';
import { type Db, type Knex, likeContaining, likeLiteral, type RowOf } from '@ostatok/kit/node/db.ts';

export interface SecurityRow {
  at: Date;
  event: SecurityEvent;
  failed: boolean;
  count: number;
  user_id: number | null;
  actor_id: number | null;
  subject: string | null;
  target: string | null;
  ip: string | null;
  device: string | null;
  details: string | null;
}

export const insertEvents = async (db: Db, rows: SecurityRow[]): Promise<void> =>
  void (await db('security_events').insert(rows));

/** Returns those of the ids whose accounts still exist; events of the others are kept without an account. */
export const livingUsers = (db: Db, ids: number[]): Promise<number[]> =>
  db('users').whereRaw('id = any(?)', [ids]).pluck('id');

function ofUser(db: Db, rows: Knex.QueryBuilder, user: string): void {
  if (/^\d{1,9}$/.test(user)) rows.where('s.user_id', Number(user));
  else rows.whereIn('s.user_id', db('users').where({ email: user.toLowerCase() }).select('id'));
}

function events(db: Db, filter: SecurityFilter): Knex.QueryBuilder {
  const { id, event, outcome, user, ip, target, from, to } = filter;
  const words = filter.search || filter.q;
  return db('security_events as s').modify((rows: Knex.QueryBuilder) => {
    if (id) rows.whereIn('s.id', id);
    if (event?.includes('.')) rows.whereRaw('s.event collate "C" = ?', [event]);
    else if (event) rows.whereRaw('s.event collate "C" like ?', [`${likeLiteral(event)}.%`]);
    if (outcome) rows.where('s.failed', outcome === 'failure');
    if (user) ofUser(db, rows, user);
    if (ip) rows.where('s.ip', ip);
    if (target) rows.where('s.target', target);
    if (from) rows.where('s.at', '>=', from);
    if (to) rows.where('s.at', '<=', to);
    if (words) {
      const like = likeContaining(words.toLowerCase());
      rows.where((either) =>
        either
          .whereRaw('lower(s.details) like ?', [like])
          .orWhereRaw('s.ip like ?', [like])
          .orWhereRaw('lower(s.device) like ?', [like])
          .orWhereIn('s.user_id', db('users').whereRaw('search_key like ?', [like]).select('id')),
      );
    }
  });
}

export async function countEvents(db: Db, filter: SecurityFilter): Promise<number> {
  const [counted] = await events(db, filter).count({ total: '*' });
  return Number(counted.total);
}

interface Order {
  sort: string;
  order: 'asc' | 'desc';
}
const columnsOf = ({ sort, order }: Order) =>
  (sort === 'at' ? ['s.at', 's.id'] : ['s.id']).map((column) => ({ column, order }));
const numbersOf = (db: Db, filter: SecurityFilter, by: Order): Knex.QueryBuilder =>
  events(db, filter).select('s.id').orderBy(columnsOf(by));

/** Yields the ids of the whole list in its order. */
export const eventNumbers = (
  trx: Knex.Transaction,
  filter: SecurityFilter,
  by: Order,
  size: number,
): AsyncGenerator<{ id: number }[], void> => inBatches(trx, numbersOf(trx, filter, by), size);

export type ListedEvent = RowOf<Omit<SecurityRecord, 'outcome'>, 'at'> & { failed: boolean };

export async function listEvents(
  db: Db,
  filter: SecurityFilter,
  { offset, limit, ...by }: Order & { offset: number; limit: number },
): Promise<ListedEvent[]> {
  const page = numbersOf(db, filter, by).offset(offset).limit(limit);
  return db('security_events as s')
    .leftJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('users as a', 'a.id', 's.actor_id')
    .whereIn('s.id', await page.pluck('s.id'))
    .orderBy(columnsOf(by))
    .select('s.id', 's.at', 's.event', 's.failed', 's.count', 's.user_id', 'u.email as user_email')
    .select('a.email as actor_email', 's.subject', 's.target', 's.ip', 's.device', 's.details');
}
