import type { Knex } from 'knex';

const kinds = (db: Knex, all: string[]) =>
  db.raw(`alter table feeds drop constraint if exists feeds_kind_1;
    alter table feeds drop constraint if exists feeds_kind_check;
    alter table feeds add constraint feeds_kind_check check (kind in (${all.map((kind) => `'${kind}'`).join(', ')}))`);

/** Feeds that read letters, and the letters that they have read. */
export async function up(db: Knex): Promise<void> {
  await kinds(db, ['iiko', 'poster', 'upload', 'mail']);
  await db.schema.alterTable('feeds', (t) => {
    t.text('folder').comment('of a mailbox');
    t.text('sender').comment('letters of others are left alone; null: of anybody');
  });
  await db.schema.createTable('feed_letters', (t) => {
    t.increments('id');
    t.integer('feed_id').notNullable().references('feeds.id').onDelete('CASCADE');
    t.text('message_id').notNullable().comment('as the letter says it; of one that says none its place in the folder');
    t.text('uid_validity').notNullable().comment('of the folder: its numbers mean the same letters while it stays');
    t.bigInteger('uid').notNullable();
    t.timestamp('received_at').notNullable();
    t.integer('taken').notNullable().comment('attachments that became sales or deliveries');
    t.text('problem').comment('what was not understood, in words');
    t.unique(['feed_id', 'message_id']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('feed_letters');
  await db('feeds').where({ kind: 'mail' }).delete();
  await db.schema.alterTable('feeds', (t) => t.dropColumns('folder', 'sender'));
  await kinds(db, ['iiko', 'poster', 'upload']);
}
