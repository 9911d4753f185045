import type { Knex } from 'knex';

/** The log is append-only until a row is 90 days old. */
const KEEP_SECURITY = `
  create function keep_security_events() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' and old.at < now() - interval '90 days' then
      return old;
    end if;
    raise exception 'security_events is append-only' using errcode = 'restrict_violation';
  end $$`;

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('security_events', (t) => {
    t.increments('id');
    t.timestamp('at').notNullable();
    t.text('event').notNullable();
    t.boolean('failed').notNullable();
    t.integer('count').notNullable().defaultTo(1);
    t.integer('user_id').references('users.id').comment('whose sign-in or account it is about');
    t.integer('actor_id').references('users.id').comment('who did it, where somebody else');
    t.text('subject').comment('keyed hash of a login that belongs to nobody');
    t.text('ip');
    t.text('device').comment('the user agent as it was sent');
    t.text('details');
    t.index(['at', 'id']);
    t.index(['user_id', 'id']);
  });
  await db.raw(KEEP_SECURITY);
  await db.raw(`create trigger security_events_rows before update or delete on security_events
    for each row execute function keep_security_events()`);
  await db.raw(`create trigger security_events_whole before truncate on security_events
    for each statement execute function keep_security_events()`);
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('security_events');
  await db.raw('drop function keep_security_events()');
}
