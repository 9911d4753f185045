import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => {
    t.bigInteger('alias_revision').notNullable().defaultTo(0).comment('up to which the catalogue was brought to it');
    t.integer('alias_item').notNullable().defaultTo(0).comment('its newest item then: later ones were not looked at');
    t.bigInteger('alias_database').comment('which database that was; one that was restored knows nothing of it');
    t.text('version').comment('the release its process was last started with');
  });
  await db.schema.createTable('alias_pushes', (t) => {
    t.bigInteger('revision')
      .primary()
      .comment('alias_revisions.revision up to which every venue was offered the catalogue');
    t.timestamp('at').notNullable();
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('alias_pushes');
  await db.schema.alterTable('tenants', (t) =>
    t.dropColumns('alias_revision', 'alias_item', 'alias_database', 'version'),
  );
}
