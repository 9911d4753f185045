import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../platform/tables.ts';

export const lockTenantRow = (trx: Knex.Transaction, id: string): Promise<TenantRow | undefined> =>
  trx('tenants').where({ id }).forUpdate().first();

/** Finds another tenant that uses this bot. */
export const findOtherTenantOfBot = (db: Db, id: string, botId: number): Promise<{ id: string } | undefined> =>
  db('tenants').where({ bot_id: botId }).whereNot({ id }).whereNot({ status: 'deleted' }).first('id');

type Bot = Pick<TenantRow, 'bot_id' | 'bot_username' | 'bot_token_version' | 'bot_generation'> &
  Partial<Pick<TenantRow, 'bot_token_sealed'>>;

/** Sets the bot after Telegram has accepted its token. */
export async function setBot(trx: Knex.Transaction, id: string, bot: Bot): Promise<void> {
  await trx('tenants')
    .where({ id })
    .update({ ...bot, bot_state: 'ok', bot_state_at: trx.fn.now() });
}
