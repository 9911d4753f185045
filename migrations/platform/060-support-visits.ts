import type { Knex } from 'knex';

/**
 * Support visits of administrators that are open or may still be opened: a row is deleted after its hour, or with the
 * administrator's account.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('support_visits', (table) => {
    table.bigIncrements('id');
    table.text('tenant_id').notNullable().references('tenants.id').onDelete('cascade');
    table.integer('administrator_id').notNullable().references('users.id').onDelete('cascade').index();
    table.text('administrator').notNullable().comment('as the venue knows them');
    table.timestamp('until').notNullable().index().comment('neither the link nor the session is good any more');
  });
  // a trigger, so that it works for changes by hand too: whoever stops being an administrator loses access at once
  await db.raw(`
    create function tell_standing() returns trigger language plpgsql as $$
    begin
      perform pg_notify('ostatok_live', json_build_object('resource', 'users', 'id', new.id::text)::text);
      return null;
    end $$`);
  await db.raw(`
    create trigger users_tell_standing after update of role, status, deleted_at on users for each row
      when ((old.role, old.status, old.deleted_at) is distinct from (new.role, new.status, new.deleted_at))
      execute function tell_standing()`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop trigger users_tell_standing on users');
  await db.raw('drop function tell_standing()');
  await db.schema.dropTable('support_visits');
}
