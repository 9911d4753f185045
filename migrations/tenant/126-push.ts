import type { Knex } from 'knex';

/** Phones that hear of the bot's messages while the app is closed, and the keys by which a push service knows the venue. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('push_keys', (t) => {
    t.boolean('only').primary().defaultTo(true).checkIn(['true']).comment('there is one row');
    t.text('public_key').notNullable().comment('VAPID (RFC 8292), base64url');
    t.text('private_key').notNullable();
  });
  await db.schema.createTable('push_subscriptions', (t) => {
    t.text('endpoint').primary().comment('the address at the push service of the browser');
    t.uuid('session_id').notNullable().references('sessions.id').onDelete('CASCADE').index();
    t.text('p256dh').notNullable().comment('by which the messages are encrypted (RFC 8291), base64url');
    t.text('auth').notNullable();
    t.timestamp('created_at').notNullable();
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('push_subscriptions');
  await db.schema.dropTable('push_keys');
}
