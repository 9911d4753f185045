import type { OperationStatus } from '@ostatok/api/contract/operations.ts';
import type { Db } from '@ostatok/kit/node/db.ts';
import type { OperationRow } from './operations.queries.ts';

export interface ClaimedItem {
  position: number;
  key: string;
  label: string;
  payload: unknown;
  attempt: number;
}

/** Returns undefined when the operation is over or paused. */
export const findOpen = (db: Db, id: string): Promise<OperationRow | undefined> =>
  db('operations').where({ id }).whereNull('finished_at').whereNot({ status: 'paused' }).first();

export async function begin(db: Db, id: string, at: Date): Promise<void> {
  await db('operations').where({ id, status: 'queued' }).update({ status: 'running', started_at: at });
}

/** Lets items of dead processes wait again. Returns those begun too often, which must not crash another process. */
export async function takeUpAgain(db: Db, id: string, most: number): Promise<ClaimedItem[]> {
  const left = db('operation_items').where({ operation_id: id, status: 'running' });
  await left.clone().where('attempt', '<', most).update({ status: 'waiting' });
  return left.clone().select('position', 'key', 'label', 'payload', 'attempt');
}

/** Begins items of dead processes again at once, since items under way in a halted operation still finish. */
export const beginAgain = (db: Db, id: string, most: number): Promise<ClaimedItem[]> =>
  db('operation_items')
    .where({ operation_id: id, status: 'running' })
    .where('attempt', '<', most)
    .increment('attempt')
    .returning(['position', 'key', 'label', 'payload', 'attempt']);

/** Claims the next item; none when the operation is paused or canceled. */
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

/** Writes an attempt's result once: a process that was believed dead and comes back late writes nothing. */
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

/** Lets an item wait again, with its former count of attempts or one attempt used up. */
export async function putBack(db: Db, id: string, item: ClaimedItem, attempt: number): Promise<void> {
  await db('operation_items')
    .where({ operation_id: id, position: item.position, status: 'running', attempt: item.attempt })
    .update({ status: 'waiting', attempt });
}

/** Returns the operation's present state and whether any item still waits. */
export const findRun = (db: Db, id: string): Promise<(OperationRow & { waiting: boolean }) | undefined> =>
  db('operations')
    .where({ id })
    .first(
      '*',
      db.raw(
        `exists (select from operation_items where operation_id = operations.id and status = 'waiting') as waiting`,
      ),
    );

/** Halts an operation: no more items begin, and it is over when those under way end. The first reason stays. */
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
