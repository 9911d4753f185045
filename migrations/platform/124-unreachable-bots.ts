import type { Knex } from 'knex';

const allow = (db: Knex, states: string[]) =>
  db.raw(`alter table tenants drop constraint if exists tenants_bot_state_1;
    alter table tenants drop constraint if exists tenants_bot_state_check;
    alter table tenants add constraint tenants_bot_state_check check (bot_state in (${states.map((state) => `'${state}'`).join(', ')}))`);

/** A bot may be unreachable for no fault of its owner: Telegram gives no messages. */
export const up = (db: Knex): Promise<void> =>
  allow(db, ['ok', 'revoked', 'conflict', 'unreachable']).then(() => undefined);

export async function down(db: Knex): Promise<void> {
  await db('tenants').where({ bot_state: 'unreachable' }).update({ bot_state: 'ok' });
  await allow(db, ['ok', 'revoked', 'conflict']);
}
