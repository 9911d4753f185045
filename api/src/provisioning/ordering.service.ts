import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { VENUE_RETENTION_DAYS } from '@ostatok/api/contract/my-data.ts';
import type { CanCreate } from '@ostatok/api/contract/provisioning.endpoints.ts';
import { constraintOf, type Knex, sqlState, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import {
  type AppError,
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  TooMany,
  Unauthorized,
  Unavailable,
  Unreadable,
} from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { CreateTenant, Credentials } from '../../contract/provision.ts';
import type { OrderedTenant } from '../../contract/provisioning.endpoints.ts';
import type { Tenant } from '../../contract/tenants.endpoints.ts';
import type { Activity } from '../activity/activity.service.ts';
import { venueAct } from '../activity/tenant-activity.ts';
import type { Archives } from '../archives/archives.service.ts';
import { requireUnguessable } from '../auth/password-rules.ts';
import type { Billing } from '../billing/billing.service.ts';
import { findMaxBot } from '../platform/max-bot.queries.ts';
import type { ProvisionRow, TenantRow } from '../platform/tables.ts';
import { countTenants, findTenant, lockOwner } from '../platform/tenant-rows.queries.ts';
import type { TenantSecrets } from '../platform/tenant-secrets.ts';
import { toTenant } from '../platform/tenant-view.ts';
import { countFailed, countKept, insertTenant } from './ordering.queries.ts';
import { freshSteps } from './provisioning.service.ts';
import { findProvision, insertProvision } from './provisions.queries.ts';
import { randomPassword, randomTenantId } from './random.ts';
import { makeTelegramLink, type TelegramLinkDeps } from './telegram-link.ts';

/** How long an order's answer waits for the venue to be ready. */
const LONGEST_ANSWER_MS = 60_000;
const FIRST_POLL_MS = 25;
/** A venue is ready after some seconds, and of an order that waits for minutes nobody needs to know at once. */
const POLL_SHARE_OF_WAIT = 1 / 16;
/** The most deleted tenants with databases on the disk: creating and deleting without end must not fill it. */
const MOST_KEPT = 20;
/** The most failed orders in an hour: each asks Telegram about a token on behalf of the whole platform. */
const MOST_FAILED = 30;
const HOUR_S = 3600;

const subdomainTaken = (): Conflict =>
  new Conflict('subdomain_taken', 'Этот поддомен уже занят', { subdomain: 'Этот поддомен уже занят' });

function taken(error: unknown): unknown {
  if (sqlState(error) !== UNIQUE_VIOLATION) return error;
  switch (constraintOf(error)) {
    case 'tenants_subdomain_key':
      return subdomainTaken();
    case 'tenants_bot_key':
      return new Conflict('bot_taken', 'Этот бот уже подключён к другому заведению', {
        botToken: 'Этот бот уже подключён',
      });
    default:
      return error;
  }
}

/** A refused token is the person's to correct; anything else is worth a retry. */
function failureOf({ steps, error }: ProvisionRow): AppError {
  const message = error ?? 'Ошибка создания заведения';
  const { name, code = 'provision_failed' } = steps.find(({ status }) => status === 'failed') ?? {};
  if (name === 'token' && code.startsWith('bot_')) return new InvalidInput(message, { botToken: message }, code);
  // the file is the person's, and stays what it is
  if (name === 'archive' && code.startsWith('archive_')) return new Unreadable(code, message);
  return new Unavailable(30, message, code);
}

export interface OrderingOptions extends TelegramLinkDeps {
  db: Knex;
  billing: Pick<Billing, 'limitsOf'>;
  activity: Activity;
  archives: Pick<Archives, 'require'>;
  secrets: TenantSecrets;
  /** Whether the subdomain of a tenant that was just inserted is kept for another owner. */
  isReserved: (trx: Knex.Transaction, subdomain: string, ownerId: number) => Promise<boolean>;
  longestAnswerMs?: number | undefined;
  /** Bots in MAX: the one of a tenant that is to be made, and the link to that of a tenant that works. */
  maxBots: {
    prepare: (actorId: number, token: string | undefined) => Promise<number>;
    requireFree: (trx: Knex.Transaction, botId: number) => Promise<void>;
    linkOf: (row: TenantRow) => Promise<string>;
  };
  /** Enqueues the provision's job within the transaction. */
  enqueue: (trx: Knex.Transaction, provisionId: string) => Promise<void>;
  log: Logger;
  now?: () => Date;
}

interface OrderingDeps extends OrderingOptions {
  now: () => Date;
}

async function canCreate(
  { db, billing }: OrderingDeps,
  ownerId: number,
  reader: Knex | Knex.Transaction = db,
): Promise<CanCreate> {
  const limits = await billing.limitsOf(ownerId, reader);
  const current = await countTenants(reader, ownerId);
  return { canCreate: limits.mayCreate && current < limits.maxInstances, current, limit: limits.maxInstances };
}

async function refuseOverLimit(deps: OrderingDeps, trx: Knex | Knex.Transaction, ownerId: number): Promise<void> {
  const { canCreate: may, current, limit } = await canCreate(deps, ownerId, trx);
  if (may) return;
  if (current < limit) {
    throw new Forbidden('subscription_inactive', 'Подписка не активна. Продлите её, чтобы создавать заведения.');
  }
  throw new Forbidden(
    'tenant_limit',
    `Достигнут лимит заведений: ${current}/${limit}. Обновите подписку для создания новых заведений.`,
  );
}

async function refuseWithoutEnd(
  { now }: OrderingDeps,
  trx: Knex.Transaction,
  ownerId: number,
  botId: number | null,
): Promise<void> {
  const hourAgo = new Date(now().getTime() - HOUR_S * 1000);
  if ((await countFailed(trx, ownerId, hourAgo)) >= MOST_FAILED)
    throw new TooMany(HOUR_S, 'Слишком много неудачных попыток. Проверьте токен бота и повторите через час');
  if ((await countKept(trx, { ownerId, botId })) < MOST_KEPT) return;
  throw new Forbidden(
    'deleted_limit',
    `Слишком много удалённых заведений подряд: их данные хранятся ещё ${VENUE_RETENTION_DAYS} дней. Повторите позже или напишите в поддержку`,
  );
}

const viewOf = async ({ db, addresses }: OrderingDeps, row: TenantRow): Promise<Tenant> =>
  toTenant(addresses, row, {
    stats: null,
    max: row.max_bot_id === null ? null : await findMaxBot(db, addresses, row.id),
  });

/** Writes the order and its job in one transaction; `actorId` is the person who orders on the owner's behalf. */
async function order(
  deps: OrderingDeps,
  ownerId: number,
  input: CreateTenant,
  actorId = ownerId,
): Promise<OrderedTenant & { provisionId: string }> {
  if (input.adminPassword) {
    const { adminPassword, adminUsername, subdomain, displayName = '' } = input;
    const visitor = { key: `owner:${ownerId}` };
    await requireUnguessable('adminPassword', adminPassword, [adminUsername, subdomain, displayName], visitor);
  }
  const archive = input.archive ? { ownerId: actorId, id: input.archive } : undefined;
  if (archive) await deps.archives.require(archive);
  const id = randomTenantId();
  const botId = input.botToken ? Number(input.botToken.split(':')[0]) : null;
  const usesMax = input.chat === 'max' || input.chat === 'max_shared';
  const maxBotId = usesMax ? await deps.maxBots.prepare(actorId, input.maxToken) : null;
  const adminCredentials: Credentials = {
    username: input.adminUsername,
    password: input.adminPassword || randomPassword(),
  };
  const provisionId = randomUUID();
  try {
    const row = await deps.db.transaction(async (trx) => {
      if (!(await lockOwner(trx, ownerId))) throw new Unauthorized('session_over', 'Учётная запись удалена');
      await refuseOverLimit(deps, trx, ownerId);
      await refuseWithoutEnd(deps, trx, ownerId, botId);
      if (maxBotId !== null) await deps.maxBots.requireFree(trx, maxBotId);
      const tenant = await insertTenant(trx, {
        id,
        owner_id: ownerId,
        subdomain: input.subdomain,
        display_name: input.displayName || input.subdomain,
        bot_id: botId,
        max_bot_id: maxBotId,
        admin_username: input.adminUsername,
        ...deps.secrets.create(input.botToken ?? ''),
      });
      const input_sealed = deps.secrets.sealInput({
        adminPassword: adminCredentials.password,
        ...(archive && { archive }),
      });
      if (await deps.isReserved(trx, input.subdomain, ownerId)) throw subdomainTaken();
      await insertProvision(trx, {
        id: provisionId,
        tenant_id: id,
        steps: freshSteps({ fromArchive: archive !== undefined, hasBot: botId !== null }),
        input_sealed,
      });
      await deps.enqueue(trx, provisionId);
      await deps.activity.record(trx, venueAct(tenant, actorId, 'tenant.ordered', 'Создаётся'));
      return tenant;
    });
    const tenant = await viewOf(deps, row);
    return { tenant, adminCredentials, telegramLink: null, maxLink: null, provisionId };
  } catch (error) {
    throw taken(error);
  }
}

/** Polls the provision's row until it is finished, whichever process does the work. */
async function settled(
  { db, longestAnswerMs = LONGEST_ANSWER_MS }: OrderingDeps,
  provisionId: string,
): Promise<ProvisionRow> {
  const begun = Date.now();
  for (;;) {
    const provision = await findProvision(db, provisionId);
    if (provision && provision.status !== 'running') return provision;
    const waited = Date.now() - begun;
    if (waited > longestAnswerMs) {
      throw new Unavailable(30, 'Создание заведения затянулось. Загляните в список заведений через минуту', 'slow');
    }
    await sleep(Math.max(FIRST_POLL_MS, waited * POLL_SHARE_OF_WAIT));
  }
}

async function create(deps: OrderingDeps, ownerId: number, input: CreateTenant): Promise<OrderedTenant> {
  const { provisionId, ...answer } = await order(deps, ownerId, input);
  const provision = await settled(deps, provisionId);
  if (provision.status === 'failed') throw failureOf(provision);
  const row = await findTenant(deps.db, answer.tenant.id);
  if (!row) throw new NotFound('Заведение не найдено', 'tenant_not_found');
  // the tenant exists anyway, and its panel offers such a link too
  const given = (made: Promise<string>): Promise<string | null> =>
    made.catch((error) => {
      deps.log.warn({ err: error, tenant: row.id }, 'venue gave no link to its bot');
      return null;
    });
  return {
    ...answer,
    tenant: await viewOf(deps, row),
    telegramLink: row.bot_username === null ? null : await given(makeTelegramLink(deps, row)),
    maxLink: row.max_bot_id === null ? null : await given(deps.maxBots.linkOf(row)),
  };
}

/** Orders new tenants: checks the plan's limits, places the order and returns its outcome. */
export function createOrdering({ now = () => new Date(), ...clients }: OrderingOptions) {
  const deps: OrderingDeps = { ...clients, now };

  return {
    canCreate: (ownerId: number): Promise<CanCreate> => canCreate(deps, ownerId),

    /** Throws Forbidden when the plan allows no further tenant. */
    requireRoom: (ownerId: number): Promise<void> => refuseOverLimit(deps, deps.db, ownerId),

    order: (ownerId: number, input: CreateTenant, actorId = ownerId) => order(deps, ownerId, input, actorId),

    create: (ownerId: number, input: CreateTenant) => create(deps, ownerId, input),
  };
}
export type Ordering = ReturnType<typeof createOrdering>;
