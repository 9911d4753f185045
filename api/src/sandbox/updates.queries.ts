import type { Db } from '@ostatok/kit/node/db.ts';
import { SIGNAL_CHANNEL, type Signal } from './signals.ts';

export interface UpdateRow {
  update_id: number;
  kind: string;
  payload: unknown;
}

/**
 * Numbers the update and notifies waiting polls. It locks the bot's row, so that ids become visible in order.
 * Kinds of updates that the bot did not ask for are dropped.
 */
export async function insertUpdate(db: Db, botId: number, kind: string, payload: unknown): Promise<void> {
  await db.raw(
    `with bot as (
       update sandbox_bots set last_update_id = last_update_id + 1
       where id = :botId and (allowed_updates is null or jsonb_exists(allowed_updates, :kind))
       returning last_update_id
     ), added as (
       insert into sandbox_updates (bot_id, update_id, kind, payload)
       select cast(:botId as bigint), last_update_id, cast(:kind as text), cast(:payload as jsonb) from bot
       returning update_id
     )
     select pg_notify(:channel, :signal) from added`,
    {
      botId,
      kind,
      payload: JSON.stringify(payload),
      channel: SIGNAL_CHANNEL,
      signal: JSON.stringify({ type: 'update', botId } satisfies Signal),
    },
  );
}

export function listUpdates(db: Db, botId: number, offset: number, limit: number): Promise<UpdateRow[]> {
  return db('sandbox_updates')
    .where({ bot_id: botId })
    .where('update_id', '>=', offset)
    .orderBy('update_id')
    .limit(limit)
    .select('update_id', 'kind', 'payload');
}

/** Resolves a negative offset, which counts from the end. */
export async function offsetFromEnd(db: Db, botId: number, count: number): Promise<number> {
  const last = await db('sandbox_updates')
    .where({ bot_id: botId })
    .orderBy('update_id', 'desc')
    .limit(count)
    .pluck('update_id');
  return last.at(-1) ?? 0;
}

export async function confirmUpdates(db: Db, botId: number, before: number): Promise<void> {
  await db('sandbox_updates').where({ bot_id: botId }).where('update_id', '<', before).delete();
}

export async function countUpdates(db: Db, botId: number): Promise<number> {
  const row = await db('sandbox_updates').where({ bot_id: botId }).count<{ count: number }[]>('* as count').first();
  return row?.count ?? 0;
}
