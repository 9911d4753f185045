import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('email_templates', (t) => {
    t.increments('id');
    t.text('name').notNullable();
    t.text('description').notNullable().defaultTo('');
    t.text('template_type').notNullable().comment('marketing, or the name of a letter of the platform');
    t.text('subject');
    t.jsonb('design').comment("the editor's project");
    t.text('mjml');
    t.text('html').comment('null: of a letter of the platform as it is shipped');
    t.text('text');
    t.boolean('is_system').notNullable().defaultTo(false);
    t.text('error').comment('why the shipped letter is sent instead');
    t.integer('created_by').references('users.id').onDelete('SET NULL');
    t.timestamp('created_at').notNullable();
    t.timestamp('updated_at').notNullable();
  });
  await db.raw('create unique index email_templates_system on email_templates (template_type) where is_system');

  await db.schema.createTable('campaigns', (t) => {
    t.uuid('id').primary();
    t.text('subject').notNullable();
    t.text('html').notNullable();
    t.text('text').notNullable();
    t.integer('template_id').references('email_templates.id').onDelete('SET NULL').index();
    t.text('template_name');
    t.text('target_users').notNullable();
    t.jsonb('filters').notNullable();
    t.boolean('test_mode').notNullable();
    t.text('status').notNullable().checkIn(['running', 'paused', 'done', 'canceled']);
    t.integer('total').notNullable();
    t.integer('sent').notNullable().defaultTo(0);
    t.integer('failed').notNullable().defaultTo(0);
    t.integer('bounced').notNullable().defaultTo(0);
    t.integer('skipped').notNullable().defaultTo(0);
    t.text('fingerprint').notNullable().comment('of its content and audience');
    t.text('request_key').unique().comment('the Idempotency-Key of who asked for it');
    t.integer('created_by').references('users.id').onDelete('SET NULL').index();
    t.timestamp('created_at').notNullable().index();
    t.timestamp('finished_at');
  });
  await db.raw(`create unique index campaigns_under_way on campaigns (fingerprint)
    where status in ('running', 'paused') and not test_mode`);

  await db.schema.createTable('campaign_recipients', (t) => {
    t.bigIncrements('id');
    t.uuid('campaign_id').notNullable().references('campaigns.id').onDelete('CASCADE');
    t.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    t.text('email').notNullable();
    t.text('status')
      .notNullable()
      .defaultTo('pending')
      .checkIn(['pending', 'queued', 'sent', 'failed', 'bounced', 'skipped']);
    t.text('error');
    t.timestamp('at').notNullable();
    t.unique(['campaign_id', 'email']);
    t.index(['campaign_id', 'status', 'id']);
  });

  await db.schema.createTable('mail_preferences', (t) => {
    t.integer('user_id').primary().references('users.id').onDelete('CASCADE');
    t.timestamp('unsubscribed_at').comment('null: campaigns are welcome');
    t.text('bounced_email').comment('the address that refuses our letters for good');
    t.text('bounce_error');
    t.timestamp('bounced_at');
  });

  await db.raw('create sequence mail_senders as integer');
  await db.schema.alterTable('mails', (t) => {
    t.smallint('priority')
      .notNullable()
      .defaultTo(0)
      .comment('0: of the platform; 1: of a campaign, which waits for those');
    t.bigInteger('recipient_id').unique().references('campaign_recipients.id').onDelete('CASCADE');
    t.integer('sender').comment('the process that took it: it holds the advisory lock of this number while it lives');
    t.timestamp('handed_at').comment('just before its last bytes: a server that has not got these has not taken it');
  });
  await db.raw(`create index mails_queued on mails (priority, next_attempt_at) where status = 'queued'`);
  await db.raw(`create index mails_sending on mails (sender) where status = 'sending'`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop index mails_queued, mails_sending');
  await db.schema.alterTable('mails', (t) => {
    t.dropColumns('priority', 'recipient_id', 'sender', 'handed_at');
  });
  await db.raw('drop sequence mail_senders');
  for (const table of ['mail_preferences', 'campaign_recipients', 'campaigns', 'email_templates']) {
    await db.schema.dropTable(table);
  }
}
