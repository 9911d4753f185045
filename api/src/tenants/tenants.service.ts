import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActivityAction } from '@ostatok/api/contract/activity-labels.ts';
import type { CanCreate } from '@ostatok/api/contract/provision.ts';
import { constraintOf, type Knex, sqlState, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import {
  type AppError,
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  Unauthorized,
  Unavailable,
} from '@ostatok/kit/node/errors.ts';
import { quoted } from '@ostatok/kit/node/russian.ts';
import type { TenantStats } from '@ostatok/tenant-runtime/contract/internal.ts';
import {
  type CreateTenant,
  type CreateTenantAnswer,
  type Credentials,
  provisionSteps,
  type Tenant,
  type TenantStatusAnswer,
} from '../../contract/provision.ts';
import type { Billing } from '../billing/billing.service.ts';
import type { Activity } from '../overview/activity.service.ts';
import type { ProvisionRow, TenantRow } from '../tables.ts';
import { type Addresses, venueUrl } from './addresses.ts';
import { freshSteps } from './provisioning.service.ts';
import { findProvision, findProvisionOf, insertProvision } from './provisions.queries.ts';
import type { Standing } from './standing.service.ts';
import { closeTenantDatabase } from './tenant-database.queries.ts';
import type { TenantRuntime } from './tenant-runtime.service.ts';
import type { TenantSecrets } from './tenant-secrets.ts';
import { countTenants, findTenant, insertTenant, listOwned, lockOwner, setStatus } from './tenants.queries.ts';

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PROVISION_LIMIT_MS = 60_000;
const POLL_MS = 25;

const random = (length: number, letters: string): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

const generatePassword = (): string => random(12, LETTERS);
const generateId = (): string => `t${random(10, 'abcdefghijklmnopqrstuvwxyz0123456789')}`;

function taken(error: unknown): unknown {
  if (sqlState(error) !== UNIQUE_VIOLATION) return error;
  switch (constraintOf(error)) {
    case 'tenants_subdomain_key':
      return new Conflict('subdomain_taken', 'Этот поддомен уже занят', { subdomain: 'Этот поддомен уже занят' });
    case 'tenants_bot_key':
      return new Conflict('bot_taken', 'Этот бот уже подключён к другому заведению', {
        botToken: 'Этот бот уже подключён',
      });
    default:
      return error;
  }
}

/** A refused token is the person's to mend; anything else is worth trying again. */
function failureOf({ steps, error }: ProvisionRow): AppError {
  const message = error ?? 'Ошибка создания заведения';
  const { name, code = 'provision_failed' } = steps.find(({ status }) => status === 'failed') ?? {};
  return name === 'token' && code.startsWith('bot_')
    ? new InvalidInput(message, { botToken: message }, code)
    : new Unavailable(30, message, code);
}

export function createTenants(deps: {
  db: Knex;
  server: Knex;
  billing: Pick<Billing, 'limitsOf'>;
  activity: Activity;
  secrets: TenantSecrets;
  runtime: TenantRuntime;
  addresses: Addresses;
  /** Puts the provision's job into the queue within the transaction. */
  enqueue: (trx: Knex.Transaction, provisionId: string) => Promise<void>;
  /** A venue came, went, slept for good or woke: whoever keeps a list of them looks again. */
  onChange: (tenantId: string) => void;
  /** One venue less may let another of the owner's run again. */
  standing: Pick<Standing, 'follow'>;
  now?: () => Date;
}) {
  const { db, secrets, runtime, now = () => new Date() } = deps;

  function toTenant(row: TenantRow, stats: TenantStats | null): Tenant {
    return {
      id: row.id,
      tenant_id: row.id,
      subdomain: row.subdomain,
      display_name: row.display_name,
      status: row.status,
      web_url: venueUrl(deps.addresses, row.subdomain),
      bot_username: row.bot_username,
      created_at: row.created_at.toISOString(),
      stats: stats && { userCount: stats.userCount },
      ...(row.status === 'suspended' && row.suspended_by ? { suspended_by: row.suspended_by } : {}),
    };
  }

  async function canCreate(ownerId: number, reader: Knex | Knex.Transaction = db): Promise<CanCreate> {
    const limits = await deps.billing.limitsOf(ownerId, reader);
    const current = await countTenants(reader, ownerId);
    return { canCreate: limits.mayCreate && current < limits.maxInstances, current, limit: limits.maxInstances };
  }

  async function refuseOverLimit(trx: Knex.Transaction, ownerId: number): Promise<void> {
    const { canCreate: may, current, limit } = await canCreate(ownerId, trx);
    if (may) return;
    if (current < limit) {
      throw new Forbidden('subscription_inactive', 'Подписка не активна. Продлите её, чтобы создавать заведения.');
    }
    throw new Forbidden(
      'tenant_limit',
      `Достигнут лимит заведений: ${current}/${limit}. Обновите подписку для создания новых заведений.`,
    );
  }

  /** The owner's venue, or 404 also for somebody else's: an id tells nothing. */
  async function owned(ownerId: number, id: string): Promise<TenantRow> {
    const row = await findTenant(db, id);
    if (!row || row.owner_id !== ownerId) throw new NotFound('Заведение не найдено', 'tenant_not_found');
    return row;
  }

  async function ownedAndActive(ownerId: number, id: string): Promise<TenantRow> {
    const row = await owned(ownerId, id);
    if (row.status === 'deleted') throw new NotFound('Заведение не найдено', 'tenant_not_found');
    if (row.status !== 'active') throw new Conflict('tenant_not_active', 'Это возможно только с активным заведением');
    return row;
  }

  const record = (trx: Knex.Transaction, row: TenantRow, action: ActivityAction, what: string): Promise<void> =>
    deps.activity.record(trx, {
      actorId: row.owner_id,
      action,
      description: `${what} заведение ${quoted(row.display_name)} (${row.subdomain})`,
      target: `tenant:${row.id}`,
    });

  /** Writes the order down, with its job, in one transaction. */
  async function order(ownerId: number, input: CreateTenant): Promise<CreateTenantAnswer & { provisionId: string }> {
    const id = generateId();
    const adminCredentials: Credentials = {
      username: input.adminUsername,
      password: input.adminPassword || generatePassword(),
    };
    const provisionId = randomUUID();
    try {
      const row = await db.transaction(async (trx) => {
        if (!(await lockOwner(trx, ownerId))) throw new Unauthorized('session_over', 'Учётная запись удалена');
        await refuseOverLimit(trx, ownerId);
        const tenant = await insertTenant(trx, {
          id,
          owner_id: ownerId,
          subdomain: input.subdomain,
          display_name: input.displayName || input.subdomain,
          bot_id: Number(input.botToken.split(':')[0]),
          admin_username: input.adminUsername,
          ...secrets.create(input.botToken),
        });
        const input_sealed = secrets.sealInput({ adminPassword: adminCredentials.password });
        await insertProvision(trx, { id: provisionId, tenant_id: id, steps: freshSteps(), input_sealed });
        await deps.enqueue(trx, provisionId);
        await record(trx, tenant, 'tenant.ordered', 'Создаётся');
        return tenant;
      });
      return { success: true, tenant: toTenant(row, null), adminCredentials, provisionId };
    } catch (error) {
      throw taken(error);
    }
  }

  /** Whichever process does the work, its row tells when it is done. */
  async function settled(provisionId: string): Promise<ProvisionRow> {
    const deadline = Date.now() + PROVISION_LIMIT_MS;
    for (;;) {
      const provision = await findProvision(db, provisionId);
      if (provision && provision.status !== 'running') return provision;
      if (Date.now() > deadline) {
        throw new Unavailable(30, 'Создание заведения затянулось. Загляните в список заведений через минуту', 'slow');
      }
      await sleep(POLL_MS);
    }
  }

  return {
    canCreate: (ownerId: number): Promise<CanCreate> => canCreate(ownerId),

    order,

    async create(ownerId: number, input: CreateTenant): Promise<CreateTenantAnswer> {
      const { provisionId, ...answer } = await order(ownerId, input);
      const provision = await settled(provisionId);
      if (provision.status === 'failed') throw failureOf(provision);
      return { ...answer, tenant: toTenant(await owned(ownerId, answer.tenant.id), null) };
    },

    async list(ownerId: number): Promise<Tenant[]> {
      const rows = await listOwned(db, ownerId);
      return Promise.all(rows.map(async (row) => toTenant(row, await runtime.lastStats(row))));
    },

    async status(ownerId: number, id: string): Promise<TenantStatusAnswer> {
      // in this order: a provision seen finished never meets a venue seen before that
      const provision = await findProvisionOf(db, id);
      const row = await owned(ownerId, id);
      const labels = new Map(provisionSteps.map((step) => [step.name as string, step.label as string]));
      return {
        success: true,
        status: provision?.status === 'failed' ? 'failed' : row.status,
        running: row.endpoint !== null && row.status === 'active',
        provision: provision
          ? {
              status: provision.status,
              steps: provision.steps.map((step) => ({ ...step, label: labels.get(step.name) ?? step.name })),
              error: provision.error,
            }
          : null,
      };
    },

    async stats(ownerId: number, id: string): Promise<TenantStats> {
      const row = await ownedAndActive(ownerId, id);
      return runtime.stats(row.id);
    },

    async restart(ownerId: number, id: string): Promise<void> {
      await runtime.restart(await ownedAndActive(ownerId, id));
    },

    async resetPassword(ownerId: number, id: string): Promise<{ login: string; password: string }> {
      const row = await ownedAndActive(ownerId, id);
      const password = generatePassword();
      await runtime.setAdmin(row.id, { username: row.admin_username, password });
      return { login: row.admin_username, password };
    },

    /** The subdomain and the bot are free again at once; the data stays, behind a role that can no longer sign in. */
    async remove(ownerId: number, id: string): Promise<void> {
      const row = await owned(ownerId, id);
      if (row.status === 'deleted') return;
      await db.transaction(async (trx) => {
        if (!(await setStatus(trx, id, ['active', 'suspended'], 'deleted', now()))) {
          // asked twice at once: the other was quicker
          if ((await findTenant(trx, id))?.status === 'deleted') return;
          throw new Conflict('tenant_creating', 'Заведение ещё создаётся. Удалить его можно будет через минуту');
        }
        await record(trx, row, 'tenant.deleted', 'Удалено');
      });
      deps.onChange(id);
      await runtime.stop(id);
      await closeTenantDatabase(deps.server, id);
      await deps.standing.follow(ownerId);
    },
  };
}
export type Tenants = ReturnType<typeof createTenants>;
