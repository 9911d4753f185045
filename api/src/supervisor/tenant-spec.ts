import type { Db } from '@ostatok/kit/node/db.ts';
import type { PlanLimits as BillingLimits } from '../billing/views.service.ts';
import type { TenantLimits, TenantSpec } from '../hosting/host.ts';
import { type Hostings, hostingIn } from '../hosting/hosting.ts';
import { type Addresses, botUrl, venueUrl } from '../platform/addresses.ts';
import { findMaxBot } from '../platform/max-bot.queries.ts';
import type { TenantRow } from '../platform/tables.ts';
import type { TenantSecrets } from '../platform/tenant-secrets.ts';

export type SpecOf = (row: TenantRow, reader: Db, release: string) => Promise<TenantSpec>;

/** Returns the URL with the tenant's own role, to its database unless another one is named. */
export function databaseUrlOf(server: string, id: string, password: string, database = id): string {
  const url = new URL(server);
  url.username = id;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
}

type PlanLimits = Pick<
  BillingLimits,
  'maxUsersPerInstance' | 'maxStorageMb' | 'maxMemoryMb' | 'maxCpuPercent' | 'maxTasks'
>;

/** A plan may give less than any tenant of this installation gets, never more. */
const limitsFor = (plan: PlanLimits, most: TenantLimits): TenantLimits => ({
  memoryMb: Math.min(plan.maxMemoryMb ?? most.memoryMb, most.memoryMb),
  tasks: Math.min(plan.maxTasks ?? most.tasks, most.tasks),
  cpuPercent: Math.min(plan.maxCpuPercent ?? most.cpuPercent, most.cpuPercent),
});

/** Returns what a tenant's process is given: its own settings and secrets, and of the platform only its address. */
export function createSpecOf(deps: {
  addresses: Addresses;
  limits: TenantLimits;
  secrets: TenantSecrets;
  logLevel: string;
  /** A file of authorities that Node trusts besides its own; a container has no such file, and calls the platform alone. */
  extraCaFile?: string | undefined;
  hostings: Hostings;
  planOf: (ownerId: number, reader: Db) => Promise<PlanLimits>;
}): SpecOf {
  const { addresses, secrets } = deps;
  return async (row, reader, release) => {
    const plan = await deps.planOf(row.owner_id, reader);
    const hosting = hostingIn(deps.hostings, row.hosting);
    const reached = addresses.ofTenants(hosting);
    const maxBot = row.max_bot_id === null ? null : await findMaxBot(reader, addresses, row.id);
    const env = {
      TENANT_ID: row.id,
      VENUE_NAME: row.display_name,
      TIMEZONE: row.timezone,
      BOT_GENERATION: String(row.bot_generation),
      BOT_USERNAME: row.bot_username ?? '',
      ...(row.bot_username && { BOT_URL: botUrl(addresses, 'telegram', row.bot_username) }),
      ...(maxBot && { MAX_BOT_URL: maxBot.link }),
      TELEGRAM_API_ROOT: reached.telegramApiRootOf(row.id),
      PLATFORM_URL: reached.platformUrl,
      PUBLIC_URL: venueUrl(addresses, row.subdomain),
      MAX_USERS: String(plan.maxUsersPerInstance),
      MAX_STORAGE_MB: String(plan.maxStorageMb),
      LOG_LEVEL: deps.logLevel,
      ...(deps.extraCaFile && hosting === 'process' && { NODE_EXTRA_CA_CERTS: deps.extraCaFile }),
    };
    const own = {
      DATABASE_URL: databaseUrlOf(reached.databaseUrl, row.id, secrets.databasePasswordOf(row)),
      INTERNAL_SECRET: secrets.internalOf(row),
      BOT_TOKEN: secrets.botTokenOf(row),
    };
    return {
      id: row.id,
      number: row.number,
      hosting,
      release,
      env,
      secrets: own,
      limits: limitsFor(plan, deps.limits),
    };
  };
}
