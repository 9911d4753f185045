import type { Knex } from 'knex';

/** Adds the source `count` to the check of `source`, whose name was generated when the table was created. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('items', (t) => {
    t.jsonb('codes')
      .notNullable()
      .defaultTo('[]')
      .comment('[{ean, pack}] beside `ean`; pack: bottles or pieces a scan means');
    t.uuid('key').comment("the client's own, so that creating twice makes one");
    t.integer('created_by').comment('users.id');
  });
  // partial: few items have more than one code or were created on a phone, and an import would fill the indexes with
  // empty values
  await db.raw(`create index items_codes_key on items using gin (codes jsonb_path_ops) where codes <> '[]'`);
  await db.raw('create unique index items_client_key on items (key) where key is not null');

  await db.schema.alterTable('changes', (t) => {
    t.text('entry')
      .checkIn(['typed', 'scanned', 'weighed'])
      .comment('by what means a person gave it; null: nobody did, or written before this column');
    t.text('reason').checkIn(['waste', 'comp', 'transfer']).comment('null: stock just went or came');
    t.integer('count_id').comment('counts.id: the count whose closing made it');
  });
  const { rows } = await db.raw(
    `select conname from pg_constraint where conrelid = 'changes'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%scanner%'`,
  );
  for (const { conname } of rows) await db.raw('alter table changes drop constraint ??', [conname]);
  await db.raw(
    `alter table changes add constraint changes_source_known
       check (source in ('web', 'scanner', 'scales', 'bot', 'import', 'count')) not valid`,
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table changes drop constraint changes_source_known');
  await db.raw(
    `alter table changes add constraint changes_source_known
       check (source in ('web', 'scanner', 'scales', 'bot', 'import')) not valid`,
  );
  await db.schema.alterTable('changes', (t) => t.dropColumns('entry', 'reason', 'count_id'));
  await db.schema.alterTable('items', (t) => t.dropColumns('codes', 'key', 'created_by'));
}
