import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../platform/tables.ts';

export type BotVenue = Pick<
  TenantRow,
  | 'id'
  | 'display_name'
  | 'status'
  | 'suspended_by'
  | 'bot_token_sealed'
  | 'bot_generation'
  | 'last_suspended_at'
  | 'last_resumed_at'
>;
const venueColumns = [
  'id',
  'display_name',
  'status',
  'suspended_by',
  'bot_token_sealed',
  'bot_generation',
  'last_suspended_at',
  'last_resumed_at',
];

export const findBotVenue = (db: Db, id: string): Promise<BotVenue | undefined> =>
  db('tenants').where({ id }).first(venueColumns);

/** The messenger that a chat is in; each numbers its chats by itself. */
export type SuspendedChannel = 'telegram' | 'max';

interface Missed {
  tenant_id: string;
  channel: SuspendedChannel;
  chat_id: number;
  bot_generation: number;
  missed: number;
  last_update_id: number;
  at: Date;
}

/** Counts messages written in a chat; a repeated update is counted once. */
export async function countMissed(db: Db, { at, ...missed }: Missed): Promise<void> {
  await db('suspended_chats')
    .insert({ ...missed, first_at: at, last_at: at })
    .onConflict(['tenant_id', 'channel', 'chat_id'])
    .merge({
      missed: db.raw('suspended_chats.missed + excluded.missed'),
      last_update_id: db.raw('excluded.last_update_id'),
      bot_generation: db.raw('excluded.bot_generation'),
      last_at: db.raw('excluded.last_at'),
    })
    .whereRaw(
      'suspended_chats.last_update_id < excluded.last_update_id or suspended_chats.bot_generation <> excluded.bot_generation',
    );
}

/** Whether to send the explanation now: only the first caller within the interval gets true. */
export async function claimExplanation(
  db: Db,
  { tenantId, channel, chatId }: { tenantId: string; channel: SuspendedChannel; chatId: number },
  now: Date,
  notSince: Date,
): Promise<boolean> {
  const changed = await db('suspended_chats')
    .where({ tenant_id: tenantId, channel, chat_id: chatId })
    .where((due) =>
      due.whereNull('explained_at').orWhere('explained_at', '<=', notSince).orWhere('explained_at', '>', now),
    )
    .update({ explained_at: now });
  return changed > 0;
}

export interface ResumedChat {
  tenant_id: string;
  channel: SuspendedChannel;
  chat_id: number;
  bot_generation: number;
  missed: number;
  last_update_id: number;
  first_at: Date;
  last_at: Date;
  explained_at: Date | null;
}

const keyColumns = ['tenant_id', 'channel', 'chat_id'] as const;
export type ResumedKey = Pick<ResumedChat, (typeof keyColumns)[number]>;

/**
 * Hands the next chat of a tenant that is active again to `notify`, for this caller alone, and forgets it when that returns
 * true: one that nobody could be told of waits for the next time, as one whose process was killed. Returns it, or undefined
 * where there is none after `after`.
 */
export function withNextResumed(
  db: Knex,
  after: ResumedKey | undefined,
  notify: (row: ResumedChat) => Promise<boolean>,
): Promise<ResumedKey | undefined> {
  return db.transaction(async (trx) => {
    const row = await trx('suspended_chats as c')
      .join('tenants as t', 't.id', 'c.tenant_id')
      .where('t.status', 'active')
      .modify((later) => {
        if (after)
          later.whereRaw('(c.tenant_id, c.channel, c.chat_id) > (?, ?, ?)', [
            after.tenant_id,
            after.channel,
            after.chat_id,
          ]);
      })
      .orderBy(keyColumns.map((column) => `c.${column}`))
      .forUpdate('c')
      .skipLocked()
      .first<ResumedChat | undefined>('c.*');
    if (!row) return undefined;
    const { tenant_id, channel, chat_id } = row;
    if (await notify(row)) await trx('suspended_chats').where({ tenant_id, channel, chat_id }).delete();
    return { tenant_id, channel, chat_id };
  });
}

/** Deletes rows of deleted tenants, and of chats without messages since then. */
export async function forgetSilent(db: Db, before: Date): Promise<void> {
  await db('suspended_chats')
    .where('last_at', '<', before)
    .orWhereIn('tenant_id', db('tenants').where({ status: 'deleted' }).select('id'))
    .delete();
}
