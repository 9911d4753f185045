import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Migrations, migrate } from '@ostatok/kit/node/db.ts';
import { startThrowAwayPostgres } from '@ostatok/kit/node/embedded-postgres.ts';
import { platformMigrations } from '../../../migrations/platform/list.ts';
import { tenantMigrations } from '../../../migrations/tenant/list.ts';

async function createTemplate(server: string, name: string, migrations: Migrations): Promise<void> {
  const admin = connect(server, { max: 1 });
  await admin.raw(`create database ${name}`);
  await admin.destroy();
  const url = new URL(server);
  url.pathname = `/${name}`;
  const db = connect(url.href, { max: 1 });
  await migrate(db, migrations);
  await db.destroy();
}

/** One PostgreSQL for a whole run, with a migrated template for each kind of database; in memory unless `durable`. */
export async function startTestServer({
  durable = Boolean(process.env.OSTATOK_TEST_DURABLE),
} = {}): Promise<{ url: string; stop: () => Promise<void> }> {
  const memory = !durable && existsSync('/dev/shm');
  const home = await mkdtemp(join(memory ? '/dev/shm' : tmpdir(), 'ostatok-test-'));
  const postgres = await startThrowAwayPostgres(join(home, 'postgres'), { durable });
  await createTemplate(postgres.url, 'platform_template', platformMigrations);
  await createTemplate(postgres.url, 'tenant_template', tenantMigrations);
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
