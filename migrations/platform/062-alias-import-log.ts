import type { Knex } from 'knex';

const counts = ['created', 'updated', 'unchanged', 'invalid'];

/** Imports stay listed after their day: how many rows each one added, who made it, and whether it was undone. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('alias_imports', (t) => {
    t.text('file')
      .nullable()
      .comment('null: it was forgotten before files were kept in mind')
      .alter({ alterType: false });
    t.integer('actor_id').references('users.id').onDelete('SET NULL').index();
    t.timestamp('committed_at').index().comment('null: it was only looked at');
    for (const count of counts) t.integer(count);
    t.timestamp('undone_at');
    t.integer('undone_by').references('users.id').onDelete('SET NULL').index();
  });
  await db.raw(`
    insert into alias_imports (id, status, created_at, committed_at, actor_id, created, updated, undone_at, undone_by)
    select import_id, 'committed', min(at), min(at), min(actor_id) filter (where action <> 'reverted'),
           count(*) filter (where action <> 'reverted' and before is null),
           count(*) filter (where action <> 'reverted' and before is not null),
           min(at) filter (where action = 'reverted'), min(actor_id) filter (where action = 'reverted')
      from alias_revisions where import_id is not null group by import_id
    on conflict (id) do update set committed_at = excluded.committed_at, actor_id = excluded.actor_id,
      created = excluded.created, updated = excluded.updated, undone_at = excluded.undone_at,
      undone_by = excluded.undone_by, unchanged = (alias_imports.preview ->> 'unchanged')::int,
      invalid = (alias_imports.preview ->> 'invalid')::int`);
  await db.raw(`update alias_imports set status = 'undone' where undone_at is not null`);
  // imports that changed nothing have no revisions
  await db.raw(`update alias_imports
       set committed_at = created_at, created = 0, updated = 0, unchanged = (preview ->> 'unchanged')::int,
           invalid = (preview ->> 'invalid')::int, undone_at = case status when 'undone' then created_at end
     where status in ('committed', 'undone') and committed_at is null`);
}

export async function down(db: Knex): Promise<void> {
  await db('alias_imports').whereNull('file').delete();
  await db.schema.alterTable('alias_imports', (t) => {
    t.dropColumns('actor_id', 'committed_at', ...counts, 'undone_at', 'undone_by');
    t.text('file').notNullable().alter({ alterType: false });
  });
}
