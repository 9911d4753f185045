import type { Knex } from 'knex';

/**
 * Activity can be undone: an entry keeps what its undo needs, and the entry of an undo names the undone entry. Both
 * columns are immutable like the rest of an entry: the trigger of 055 does not know them and lets their updates pass,
 * so this one rejects them.
 */
const KEEP_UNDO = `
  create function keep_activity_undo() returns trigger language plpgsql as $$
  begin
    if new.undo is distinct from old.undo or new.undoes is distinct from old.undoes then
      raise exception 'activity is append-only: row % cannot be changed', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`;

export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('activity', (t) => {
    t.jsonb('undo').comment('what taking the act back needs beside its target; null: nothing, or it cannot be');
    t.bigInteger('undoes').comment('the entry whose act this one took back');
  });
  await db.raw('create unique index activity_undoes on activity (undoes) where undoes is not null');
  await db.raw(KEEP_UNDO);
  await db.raw(`create trigger activity_undo before update on activity
    for each row execute function keep_activity_undo()`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop trigger activity_undo on activity');
  await db.raw('drop function keep_activity_undo()');
  await db.schema.alterTable('activity', (t) => t.dropColumns('undo', 'undoes'));
}
