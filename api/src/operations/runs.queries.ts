import type { OperationStatus } from '@ostatok/api/contract/operations.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { OperationRow } from './operations.queries.ts';

export interface ClaimedItem {
  position: number;
  key: string;
  label: string;
  payload: unknown;
  attempt: number;
}

/** True: until the transaction ends nobody else runs it, in whatever process; a process that dies gives it up at once. */
export async function tryToHold(trx: Knex.Transaction, id: string): Promise<boolean> {
  const { rows } = await trx.raw(
    `select pg_try_advisory_xact_lock(hashtext('operation'), hashtext(?)) as held,
            set_config('idle_in_transaction_session_timeout', '0', true)`,
    [id],
  );
  return rows[0].held;
}

/** Undefined where there is nothing to do: it is over or paused. */
export const findOpen = (db: Db, id: string): Promise<OperationRow | undefined> =>
  db('operations').where({ id }).whereNull('finished_at').whereNot({ status: 'paused' }).first();

export async function begin(db: Db, id: string, at: Date): Promise<void> {
  await db('operations').where({ id, status: 'queued' }).update({ status: 'running', started_at: at });
}

/** Items whose process died wait again; the keys of those that were begun too often already: they take no process down again. */
export async function takeUpAgain(db: Db, id: string, most: number): Promise<ClaimedItem[]> {
  const left = db('operation_items').where({ operation_id: id, status: 'running' });
  await left.clone().where('attempt', '<', most).update({ status: 'waiting' });
  return left.clone().select('position', 'key', 'label', 'payload', 'attempt');
}

/** Items whose process died, begun again at once: of an operation that is halted, what was under way still ends. */
export const beginAgain = (db: Db, id: string, most: number): Promise<ClaimedItem[]> =>
  db('operation_items')
    .where({ operation_id: id, status: 'running' })
    .where('attempt', '<', most)
    .increment('attempt')
    .returning(['position', 'key', 'label', 'payload', 'attempt']);

/** The next item, begun; none when the operation is paused or canceled. */
export async function claim(db: Db, id: string): Promise<ClaimedItem | undefined> {
  const { rows } = await db.raw(
    `update operation_items set status = 'running', attempt = attempt + 1
      where operation_id = ? and position = (
        select position from operation_items
         where operation_id = ? and status = 'waiting'
           and exists (select from operations where id = ? and status = 'running')
         order by position limit 1 for update skip locked)
      returning position, key, label, payload, attempt`,
    [id, id, id],
  );
  return rows[0];
}

/** Once an attempt: whoever was believed dead and comes back late writes nothing. */
export async function settleItem(
  db: Db,
  id: string,
  item: ClaimedItem,
  end: { status: 'done' | 'skipped' | 'failed'; message?: string; result?: object; ms?: number },
): Promise<void> {
  const { status, message = null, result, ms = null } = end;
  await db.raw(
    `with ended as (
       update operation_items set status = ?, message = ?, result = ?, ms = ?
        where operation_id = ? and position = ? and status = 'running' and attempt = ? returning 1)
     update operations set ?? = ?? + (select count(*) from ended) where id = ? and exists (select from ended)`,
    [status, message, result ? JSON.stringify(result) : null, ms, id, item.position, item.attempt, status, status, id],
  );
}

/** Not to be done now: as if it had not been begun, or one try less to go. */
export async function putBack(db: Db, id: string, item: ClaimedItem, attempt: number): Promise<void> {
  await db('operation_items')
    .where({ operation_id: id, position: item.position, status: 'running', attempt: item.attempt })
    .update({ status: 'waiting', attempt });
}

/** As it is now, with whether something of it has not been begun. */
export const findRun = (db: Db, id: string): Promise<(OperationRow & { waiting: boolean }) | undefined> =>
  db('operations')
    .where({ id })
    .first(
      '*',
      db.raw(
        `exists (select from operation_items where operation_id = operations.id and status = 'waiting') as waiting`,
      ),
    );

/** Nothing more of it is begun; it is over when what is under way has ended. What has halted it first stays the reason. */
export async function halt(db: Db, id: string, status: 'canceled' | 'failed', message: string): Promise<void> {
  const present = db('operations').where({ id }).whereNull('finished_at');
  await present.whereNotIn('status', ['canceled', 'failed']).update({ status, message });
  await db.raw(
    `with gone as (
       update operation_items set status = 'skipped', message = ? where operation_id = ? and status = 'waiting' returning 1)
     update operations set skipped = skipped + (select count(*) from gone) where id = ?`,
    [message, id, id],
  );
}

export async function endOperation(
  db: Db,
  id: string,
  end: { status: OperationStatus; message: string | null; result: object | null; at: Date },
): Promise<void> {
  await db('operations')
    .where({ id })
    .update({
      status: end.status,
      message: end.message,
      result: end.result && JSON.stringify(end.result),
      finished_at: end.at,
    });
}

export const listResults = (db: Db, id: string): Promise<object[]> =>
  db('operation_items').where({ operation_id: id, status: 'done' }).whereNotNull('result').pluck('result');
