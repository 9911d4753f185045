import { randomBytes } from 'node:crypto';
import { connect, type Knex, migrate } from '@ostatok/kit/node/db.ts';
import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import { createTenantSecrets } from '../../../api/src/platform/tenant-secrets.ts';
import { createTenantDatabase, dropTenantDatabase } from '../../../api/src/tenant-removal/tenant-database.queries.ts';
import { tenantMigrations } from '../../../migrations/tenant/list.ts';
import { databaseUrl, serverUrl } from '../database/postgres.ts';

export interface SleepingVenue {
  id: string;
  subdomain: string;
  /** The superuser's URL of the database. */
  url: string;
}

const newId = (): string => `t${randomBytes(5).toString('hex')}`;

/** Creates a tenant's database as its own role does at the first start; others are cloned from it. */
async function createModel(server: Knex): Promise<string> {
  const model = newId();
  const password = randomBytes(8).toString('hex');
  await createTenantDatabase(server, model, password);
  const url = new URL(databaseUrl(model));
  url.username = model;
  url.password = password;
  const db = connect(url.href, { max: 1 });
  await migrate(db, tenantMigrations);
  await db.destroy();
  return model;
}

async function cloneModel(server: Knex, model: string, id: string, password: string): Promise<void> {
  await server.raw('create database ?? template ??', [id, model]);
  await createTenantDatabase(server, id, password);
  await server.raw('alter database ?? owner to ??', [id, id]);
  const db = connect(databaseUrl(id), { max: 1 });
  await db.raw('reassign owned by ?? to ??', [model, id]);
  await db.destroy();
}

/**
 * Creates many tenants quickly, with their own database and role, which have never been started. `platform` is the
 * platform's database; the rows that register them are inserted last.
 */
export async function createSleepingVenues(
  platform: Knex,
  options: {
    secretKey: string;
    ownerId: number;
    count: number;
    newBot: () => Promise<{ id: number; token: string; username: string }>;
  },
): Promise<SleepingVenue[]> {
  const secrets = createTenantSecrets(createSecrets(options.secretKey));
  const server = connect(serverUrl(), { max: 2 });
  const model = await createModel(server);
  const venues: SleepingVenue[] = [];
  try {
    for (let place = 1; place <= options.count; place += 1) {
      const [id, bot] = [newId(), await options.newBot()];
      const sealed = secrets.create(bot.token);
      await cloneModel(server, model, id, secrets.databasePasswordOf(sealed));
      await platform('tenants').insert({
        id,
        owner_id: options.ownerId,
        subdomain: `v-${id}`,
        display_name: `Бар № ${place}`,
        status: 'active',
        bot_id: bot.id,
        bot_username: bot.username,
        admin_username: 'boss',
        ...sealed,
      });
      venues.push({ id, subdomain: `v-${id}`, url: databaseUrl(id) });
    }
  } finally {
    await dropTenantDatabase(server, model);
    await server.destroy();
  }
  return venues;
}
