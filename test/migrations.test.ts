import { connect, migrate } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { platformMigrations } from '../migrations/platform/list.ts';
import { tenantMigrations } from '../migrations/tenant/list.ts';
import { createDatabase } from './support/database/postgres.ts';

for (const [kind, migrations] of [
  ['platform', platformMigrations],
  ['tenant', tenantMigrations],
] as const) {
  test(`every ${kind} migration can be undone and done again`, async (t) => {
    const database = await createDatabase(kind);
    const db = connect(database.url, { max: 1 });
    const names = Object.keys(migrations).sort();

    for (const name of names.toReversed()) await migrations[name]?.down(db);
    const left = await db('pg_tables')
      .where({ schemaname: 'public' })
      .whereRaw("tablename not like 'knex%'")
      .pluck('tablename');
    for (const name of names) await migrations[name]?.up(db);

    t.deepEqual(left, []);
    await db.destroy();
    await database.drop();
  });
}

test('a previous release starts on a schema that is newer than it knows', async (t) => {
  const database = await createDatabase('tenant');
  const db = connect(database.url, { max: 1 });
  await db('knex_migrations').insert({ name: '999-of-the-next-release', batch: 99, migration_time: new Date() });

  await t.notThrowsAsync(migrate(db, tenantMigrations));

  await db.destroy();
  await database.drop();
});
