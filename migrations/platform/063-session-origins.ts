import type { Knex } from 'knex';

/** When and from where a sign-in began: users can end sign-ins they do not recognise, and every sign-in expires. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('sessions', (t) => {
    t.timestamp('started_at').notNullable().defaultTo(db.fn.now()).comment('of the sign-in, the same for its family');
    t.text('ip');
    t.text('user_agent');
  });
  await db.raw(
    `update sessions set started_at = first.at
       from (select family, min(created_at) as at from sessions group by family) as first
      where first.family = sessions.family`,
  );
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('sessions', (t) => {
    t.dropColumns('started_at', 'ip', 'user_agent');
  });
}
