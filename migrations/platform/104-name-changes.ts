import type { Knex } from 'knex';

/** Numbers the changes of what owners call products, so that a push knows which tenants lack some of them. */
export async function up(db: Knex): Promise<void> {
  await db.raw('create sequence name_changes');
  await db.schema.alterTable('alias_synonyms', (t) => {
    t.bigInteger('changed').notNullable().defaultTo(0).comment('name_changes: its last approval, or the end of that');
    t.index(['changed']);
  });
  await db.schema.alterTable('tenants', (t) => {
    t.bigInteger('names_changed')
      .notNullable()
      .defaultTo(0)
      .comment('name_changes: the last change of its own matches, whose names its owner’s other tenants get');
    t.bigInteger('names_served')
      .notNullable()
      .defaultTo(0)
      .comment('name_changes: up to which names were pushed to it');
  });
  await db.raw(`update alias_synonyms set changed = nextval('name_changes') where status = 'approved'`);
  await db.raw(`update tenants t set names_changed = nextval('name_changes')
                 where exists (select from tenant_matches m where m.tenant_id = t.id)`);
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => t.dropColumns('names_changed', 'names_served'));
  await db.schema.alterTable('alias_synonyms', (t) => t.dropColumn('changed'));
  await db.raw('drop sequence name_changes');
}
