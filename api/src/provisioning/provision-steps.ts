import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { ProvisionStepName } from '../../contract/provision.ts';
import type { Archives } from '../archives/archives.service.ts';
import type { Billing } from '../billing/billing.service.ts';
import type { ProvisionInput, TenantRow } from '../platform/tables.ts';
import type { TenantSecrets } from '../platform/tenant-secrets.ts';
import { isHealthy } from '../supervisor/tenant-client.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import type { VenueDatabases } from '../tenant-removal/tenant-databases.service.ts';
import type { BotApi } from './bot-api.ts';
import { setBotUsername } from './provisions.queries.ts';

const HEALTH_LIMIT_MS = 10_000;

/** One step of provisioning. Both functions must be idempotent: a crash may come before a step is recorded. */
export interface Step {
  do(tenant: TenantRow, input: ProvisionInput): Promise<void>;
  undo(tenant: TenantRow): Promise<void>;
  /** The Russian message when the step fails for a reason of ours. */
  failure: string;
}

interface StepDeps {
  db: Knex;
  botApi: BotApi;
  runtime: TenantRuntime;
  secrets: TenantSecrets;
  databases: Pick<VenueDatabases, 'create' | 'drop' | 'reachableBy' | 'urlOf'>;
  archives: Pick<Archives, 'load'>;
  billing: Pick<Billing, 'limitsOf'>;
  /** Resolves when what stands before the platform knows every tenant; throws while it does not. */
  publishSites: () => Promise<void>;
  /** Whether the tenant answers from outside under its own host name. */
  reachable: (subdomain: string) => Promise<boolean>;
  botCommands: { command: string; description: string }[];
  log: Logger;
}

const nothing = async (): Promise<void> => undefined;

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + HEALTH_LIMIT_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`${what} in time`);
    await sleep(50);
  }
}

export function createSteps(deps: StepDeps): Record<ProvisionStepName, Step> {
  const { db, botApi, runtime, secrets, databases } = deps;
  return {
    token: {
      async do(tenant) {
        const bot = await botApi.getMe(secrets.botTokenOf(tenant));
        if (bot.id !== tenant.bot_id) throw new Conflict('bot_mismatch', 'Токен принадлежит другому боту');
        await setBotUsername(db, tenant.id, bot.username);
      },
      undo: nothing,
      failure: 'Не удалось проверить токен бота',
    },
    database: {
      async do(tenant) {
        await databases.create(tenant);
        const others = await databases.reachableBy(tenant.id);
        if (others.length > 0)
          deps.log.warn(
            { tenant: tenant.id, databases: others.length },
            'role can enter databases that are not ours to shut',
          );
      },
      undo: (tenant) => databases.drop(tenant.id),
      failure: 'Не удалось создать базу данных заведения',
    },
    archive: {
      async do(tenant, { archive }) {
        if (!archive) return;
        // a process that died may have left, or may still be writing, a half of it
        await databases.drop(tenant.id);
        await databases.create(tenant);
        const { maxStorageMb } = await deps.billing.limitsOf(tenant.owner_id, db);
        await deps.archives.load(archive, { url: databases.urlOf(tenant), maxStorageMb });
      },
      undo: nothing,
      failure: 'Не удалось загрузить данные из архива',
    },
    start: {
      do: async (tenant) => void (await runtime.wake(tenant.id)),
      async undo(tenant) {
        await runtime.stop(tenant.id);
        await runtime.forget(tenant.id);
      },
      failure: 'Не удалось запустить заведение',
    },
    health: {
      // asks for the address each time: after a crash of the platform the tenant has to be started again
      do: (tenant) =>
        until(async () => isHealthy({ endpoint: await runtime.wake(tenant.id) }), 'the tenant did not become healthy'),
      undo: nothing,
      failure: 'Заведение запустилось, но не отвечает',
    },
    admin: {
      do: (tenant, { adminPassword }) =>
        runtime.setAdmin(tenant.id, { username: tenant.admin_username, password: adminPassword }),
      undo: nothing,
      failure: 'Не удалось создать администратора заведения',
    },
    ingress: {
      async do(tenant) {
        await runtime.wake(tenant.id);
        await deps.publishSites();
        await until(() => deps.reachable(tenant.subdomain), 'the address did not answer');
      },
      undo: nothing,
      failure: 'Адрес заведения не отвечает',
    },
    bot: {
      do: (tenant) => botApi.takeOver(secrets.botTokenOf(tenant), deps.botCommands),
      undo: nothing,
      failure: 'Не удалось подключить бота',
    },
  };
}
