import { randomBytes } from 'node:crypto';
import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import knex from 'knex';
import pg from 'pg';
import { createTenantDatabase, dropTenantDatabase } from '../../../api/src/tenant-removal/tenant-database.queries.ts';
import { databaseUrl, serverUrl } from '../../support/database/postgres.ts';

const newName = (): string => `test_role_${randomBytes(6).toString('hex')}`;
const newPassword = (): string => randomBytes(18).toString('base64url');

async function signIn(user: string, password: string): Promise<void> {
  const url = new URL(databaseUrl(user));
  url.username = user;
  url.password = password;
  const client = new pg.Client({ connectionString: url.href });
  try {
    await client.connect();
  } finally {
    await client.end();
  }
}

/** A connection that receives every line which its session would write into the server's log. */
function connectLogged(statements: string[]) {
  type Raw = pg.Client & { on(event: 'notice', hear: (line: pg.Notification & { detail?: string }) => void): void };
  return knex({
    client: 'pg',
    connection: serverUrl(),
    pool: {
      min: 0,
      max: 1,
      afterCreate(raw: Raw, done: (error: Error | null, raw: Raw) => void) {
        raw.on('notice', (line) => statements.push(JSON.stringify(line)));
        const settings = ['client_min_messages = log', 'log_min_duration_statement = 0', "log_statement = 'all'"];
        raw.query(settings.map((setting) => `set ${setting}`).join(';'), (error) => done(error, raw));
      },
    },
  });
}

test("a venue's database password is in no statement, no line of the server's log and no failing one", async (t) => {
  const [name, password, renewed] = [newName(), newPassword(), newPassword()];
  const statements: string[] = [];
  const server = connectLogged(statements);
  server.on('query', ({ sql, bindings }) => statements.push(JSON.stringify([sql, bindings])));
  t.teardown(async () => {
    await dropTenantDatabase(server, name);
    await server.destroy();
  });

  await createTenantDatabase(server, name, password);
  await createTenantDatabase(server, name, renewed);
  await server.raw('begin; set transaction read only');
  await t.throwsAsync(createTenantDatabase(server, name, password), { message: /read-only transaction/ });
  await server.raw('rollback');

  t.true(statements.some((line) => line.includes('LOG') && line.includes('alter role')));
  for (const secret of [password, renewed]) t.false(statements.some((line) => line.includes(secret)));
});

test("a venue's role signs in with its newest password alone", async (t) => {
  const [name, password, renewed] = [newName(), newPassword(), newPassword()];
  const server = connect(serverUrl(), { max: 1 });
  t.teardown(async () => {
    await dropTenantDatabase(server, name);
    await server.destroy();
  });

  await createTenantDatabase(server, name, password);
  await t.notThrowsAsync(signIn(name, password));
  await createTenantDatabase(server, name, renewed);

  await t.notThrowsAsync(signIn(name, renewed));
  await t.throwsAsync(signIn(name, password), { code: '28P01' });
});
