import type { Knex } from 'knex';

/** Append-only like the activity, until a row is old; the user, the device and the address may be removed. */
const KEEP_SECURITY = `
  create function keep_security_events() returns trigger language plpgsql as $$
  begin
    if tg_op = 'TRUNCATE' then
      raise exception 'security_events is append-only' using errcode = 'restrict_violation';
    end if;
    if tg_op = 'DELETE' then
      if old.at < greatest(now() - interval '90 days',
                           nullif(current_setting('ostatok.activity_before', true), '')::timestamptz) then
        return old;
      end if;
      raise exception 'security_events is append-only: row % is too young to go', old.id
        using errcode = 'restrict_violation';
    end if;
    if new.id = old.id and new.at = old.at and new.event = old.event and new.failed = old.failed
       and new.count = old.count and new.subject is not distinct from old.subject
       and new.target is not distinct from old.target
       and (new.user_id is null or new.user_id is not distinct from old.user_id)
       and (new.actor_id is null or new.actor_id is not distinct from old.actor_id)
       and (new.ip is null or new.ip is not distinct from old.ip)
       and (new.device is null or new.device is not distinct from old.device)
       and (new.details is null or new.details is not distinct from old.details) then
      return new;
    end if;
    raise exception 'security_events is append-only: row % cannot be changed', old.id
      using errcode = 'restrict_violation';
  end $$`;

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('security_events', (t) => {
    t.increments('id');
    t.timestamp('at').notNullable();
    t.text('event').notNullable();
    t.boolean('failed').notNullable();
    t.integer('count').notNullable().defaultTo(1);
    t.integer('user_id').references('users.id').onDelete('SET NULL').comment('whose account it is about');
    t.integer('actor_id').references('users.id').onDelete('SET NULL').comment('who did it, where somebody else');
    t.text('subject').comment('keyed hash of an address that belongs to no account');
    t.text('target');
    t.text('ip');
    t.text('device');
    t.text('details');
    t.index(['at', 'id']);
    t.index(['user_id', 'id']);
    t.index(['actor_id', 'id']);
  });
  await db.raw('create index security_events_by_event on security_events (event collate "C", id)');
  await db.raw('create index security_events_by_ip on security_events (ip, id)');
  await db.raw(KEEP_SECURITY);
  await db.raw(`create trigger security_events_rows before update or delete on security_events
    for each row execute function keep_security_events()`);
  await db.raw(`create trigger security_events_whole before truncate on security_events
    for each statement execute function keep_security_events()`);
  await db.schema.createTable('security_alarms', (t) => {
    t.text('pattern').primary();
    t.timestamp('at').notNullable().comment('when it was last raised');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('security_alarms');
  await db.schema.dropTable('security_events');
  await db.raw('drop function keep_security_events()');
}
