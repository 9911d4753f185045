import type { Knex } from 'knex';

/**
 * The sign-in that requested a support visit: when it ends, by whatever cause, the visit ends. Changes of a role are
 * logged by a trigger, since a role can only be changed in the database.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('support_visits', (t) => {
    t.uuid('session_id').index().comment("the sign-in's family; null: asked for before this was kept");
  });
  await db.raw(`
    create function tell_session_over() returns trigger language plpgsql as $$
    begin
      if exists (select from support_visits where session_id = new.family) then
        perform pg_notify('ostatok_live', json_build_object('resource', 'users', 'id', new.user_id::text)::text);
      end if;
      return null;
    end $$`);
  await db.raw(`
    create trigger sessions_tell_over after update of revoked_at on sessions for each row
      when (old.revoked_at is null and new.revoked_at is not null)
      execute function tell_session_over()`);
  await db.raw(`
    create function log_role() returns trigger language plpgsql as $$
    begin
      insert into security_events (at, event, failed, user_id, details)
        values (now(), 'role.changed', false, new.id,
                case new.role when 'admin' then 'Стал администратором' else 'Больше не администратор' end);
      return null;
    end $$`);
  await db.raw(`
    create trigger users_log_role after update of role on users for each row
      when (old.role is distinct from new.role)
      execute function log_role()`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop trigger users_log_role on users');
  await db.raw('drop function log_role()');
  await db.raw('drop trigger sessions_tell_over on sessions');
  await db.raw('drop function tell_session_over()');
  await db.schema.alterTable('support_visits', (t) => {
    t.dropColumn('session_id');
  });
}
