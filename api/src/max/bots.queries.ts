import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export type MaxBotState = 'ok' | 'revoked' | 'unreachable';

export interface MaxBotRow {
  id: number;
  user_id: number;
  /** The name in the address of the bot, which MAX gives. */
  username: string;
  token_sealed: string;
  is_shared: boolean;
  state: MaxBotState;
  state_at: Date | null;
  marker: number | null;
  /** When its mini app was first opened; null where none is known of. */
  mini_app_at: Date | null;
}

const columns = [
  'id',
  'user_id',
  'username',
  'token_sealed',
  'is_shared',
  'state',
  'state_at',
  'marker',
  'mini_app_at',
] as const;

const RECEIVING = ['active', 'suspended'];

export const findBot = (db: Db, id: number): Promise<MaxBotRow | undefined> =>
  db('max_bots').where({ id }).first(columns);

export const findBotByUser = (db: Db, userId: number): Promise<MaxBotRow | undefined> =>
  db('max_bots').where({ user_id: userId }).first(columns);

/** Finds another tenant that has this bot. */
export const findOtherTenantOfBot = (
  db: Db,
  botId: number,
  tenantId: string | undefined,
): Promise<{ id: string } | undefined> =>
  db('tenants')
    .where({ max_bot_id: botId })
    .whereNot({ status: 'deleted' })
    .modify((others) => tenantId !== undefined && others.whereNot({ id: tenantId }))
    .first('id');

export const findSharedBot = (db: Db): Promise<MaxBotRow | undefined> =>
  db('max_bots').where({ is_shared: true }).first(columns);

/** Returns the bots that somebody may write to: the shared one, and those of tenants. */
export const selectReceivingBots = (db: Db): Promise<MaxBotRow[]> =>
  db('max_bots')
    .where({ is_shared: true })
    .orWhereIn('id', db('tenants').whereIn('status', RECEIVING).whereNotNull('max_bot_id').select('max_bot_id'))
    .orderBy('id')
    .select(columns);

export const findBotOfTenant = (db: Db, tenantId: string): Promise<MaxBotRow | undefined> =>
  db('max_bots')
    .whereIn('id', db('tenants').where({ id: tenantId }).select('max_bot_id'))
    .first(columns);

/** Returns the only tenant of a bot that is not shared. */
export async function findTenantOfBot(db: Db, botId: number): Promise<string | undefined> {
  const row = await db('tenants').where({ max_bot_id: botId }).whereIn('status', RECEIVING).first('id');
  return row?.id;
}

/** Writes the bot under its number at MAX; a later token of the same bot replaces the one before. */
export async function upsertBot(
  db: Db,
  bot: Pick<MaxBotRow, 'user_id' | 'username' | 'token_sealed' | 'is_shared'>,
): Promise<number> {
  const [row] = await db('max_bots')
    .insert({ ...bot, state: 'ok', state_at: db.fn.now() })
    .onConflict('user_id')
    .merge(['username', 'token_sealed', 'is_shared', 'state', 'state_at'])
    .returning('id');
  return row.id;
}

/** Makes this bot the shared one; tenants that shared another have this one from now on. */
export async function replaceSharedBot(
  trx: Knex.Transaction,
  bot: Pick<MaxBotRow, 'user_id' | 'username' | 'token_sealed'>,
): Promise<void> {
  const former: number[] = await trx('max_bots')
    .where({ is_shared: true })
    .whereNot({ user_id: bot.user_id })
    .pluck('id');
  await trx('max_bots').whereIn('id', former).update({ is_shared: false });
  const id = await upsertBot(trx, { ...bot, is_shared: true });
  await trx('tenants').whereIn('max_bot_id', former).update({ max_bot_id: id });
}

/** Keeps other transactions from giving the bot to a tenant until this one ends; returns false where it is gone. */
export const lockBot = async (trx: Knex.Transaction, id: number): Promise<boolean> =>
  (await trx('max_bots').where({ id }).forUpdate().first('id')) !== undefined;

export const setTenantBot = (trx: Knex.Transaction, tenantId: string, botId: number | null): Promise<number> =>
  trx('tenants').where({ id: tenantId }).update({ max_bot_id: botId });

/** A tenant that is deleted may come back with its bot until its data are purged. */
const unusedBots = (db: Db) =>
  db('max_bots')
    .where({ is_shared: false })
    .whereNotIn('id', db('tenants').whereNotNull('max_bot_id').whereNull('purged_at').select('max_bot_id'));

/** Deletes the bot unless a tenant has it. */
export const deleteIfUnused = (db: Db, id: number): Promise<number> => unusedBots(db).where({ id }).delete();

/** Deletes bots that no tenant has; a newer one may be about to be given to a tenant. */
export const deleteUnusedBefore = (db: Db, moment: Date): Promise<number> =>
  unusedBots(db).where('created_at', '<', moment).delete();

export const setBotState = (db: Db, id: number, state: MaxBotState): Promise<number> =>
  db('max_bots').where({ id }).whereNot({ state }).update({ state, state_at: db.fn.now() });

/** Takes the right to poll the bot, or renews it; returns false while another process has it. */
export async function claimPolling(db: Db, id: number, poller: string, forMs: number): Promise<boolean> {
  const claimed = await db('max_bots')
    .where({ id })
    .where((free) => free.where({ poller }).orWhereNull('polled_until').orWhere('polled_until', '<', db.fn.now()))
    .update({ poller, polled_until: db.raw("now() + ? * interval '1 ms'", [forMs]) });
  return claimed > 0;
}

export const releasePolling = (db: Db, poller: string): Promise<number> =>
  db('max_bots').where({ poller }).update({ poller: null, polled_until: null });

export const setMarker = (db: Db, id: number, marker: number | null): Promise<number> =>
  db('max_bots').where({ id }).update({ marker });

export const noteMiniApp = (db: Db, id: number, at: Date): Promise<number> =>
  db('max_bots').where({ id }).whereNull('mini_app_at').update({ mini_app_at: at });

export const forgetMiniApp = (db: Db, id: number): Promise<number> =>
  db('max_bots').where({ id }).update({ mini_app_at: null });

export interface Slot {
  /** Milliseconds until the message may be sent. */
  wait: number;
  /** Milliseconds after that until the bot may send the next one, and until this dialog may have it. */
  botNext: number;
  dialogNext: number;
}

/** How many messages may be sent within a window of `windowMs`. */
export interface Rate {
  messages: number;
  windowMs: number;
}

export interface Rates {
  bot: Rate;
  dialog: Rate;
}

const nextOf = (row: string, rate: 'bot' | 'dialog'): string =>
  `case when cardinality(${row}.sent_at) >= :${rate}
     then ${row}.sent_at[cardinality(${row}.sent_at) - :${rate} + 1] + :${rate}Ms * interval '1 ms' end`;

const pushed = (table: string, rate: 'bot' | 'dialog'): string =>
  `(array_append(${table}.sent_at, slot.at))[greatest(1, cardinality(${table}.sent_at) - :${rate} + 2):]`;

const milliseconds = (interval: string): string =>
  `cast(greatest(0, extract(epoch from ${interval}) * 1000) as float8)`;

/**
 * Reserves the moment at which the next message to this person may be sent, for all processes. MAX allows a number of
 * messages a second to each dialog and to all of a bot.
 */
export async function reserveSlot(
  db: Knex,
  { botId, personId }: { botId: number; personId: number },
  rates: Rates,
): Promise<Slot> {
  const values = {
    botId,
    personId,
    bot: rates.bot.messages,
    botMs: rates.bot.windowMs,
    dialog: rates.dialog.messages,
    dialogMs: rates.dialog.windowMs,
  };
  return db.transaction(async (trx) => {
    await trx('max_dialogs').insert({ bot_id: botId, person_id: personId }).onConflict().ignore();
    const { rows } = await trx.raw<{ rows: Slot[] }>(
      `with b as (select sent_at from max_bots where id = :botId for update),
        d as (select sent_at from max_dialogs where bot_id = :botId and person_id = :personId for update),
        slot as (
          -- a clock that was set back must not stop a bot for as long
          select least(
            greatest(clock_timestamp(), ${nextOf('b', 'bot')}, ${nextOf('d', 'dialog')}),
            clock_timestamp() + interval '5 s'
          ) as at
          from b, d
        ),
        bot as (
          update max_bots set sent_at = ${pushed('max_bots', 'bot')} from slot where id = :botId
          returning sent_at, slot.at
        ),
        dialog as (
          update max_dialogs set sent_at = ${pushed('max_dialogs', 'dialog')} from slot
          where bot_id = :botId and person_id = :personId
          returning sent_at
        )
      select ${milliseconds('bot.at - clock_timestamp()')} as wait,
        ${milliseconds(`coalesce(${nextOf('bot', 'bot')}, bot.at) - bot.at`)} as "botNext",
        ${milliseconds(`coalesce(${nextOf('dialog', 'dialog')}, bot.at) - bot.at`)} as "dialogNext"
      from bot, dialog`,
      values,
    );
    const [slot] = rows;
    if (!slot) throw new Error('the bot is gone');
    return slot;
  });
}
