import { randomUUID } from 'node:crypto';
import type { VenueMax } from '@ostatok/api/contract/max.endpoints.ts';
import { type CreateAttemptStore, createAttempts } from '@ostatok/kit/node/attempts.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { quoted } from '@ostatok/kit/node/russian.ts';
import { startLink } from '@ostatok/tenant-runtime/contract/telegram-links.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { Addresses } from '../platform/addresses.ts';
import { findMaxBot } from '../platform/max-bot.queries.ts';
import { type MaxChange, maxChanges } from '../platform/max-changes.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findEmail, findTenant, findWithOwner } from '../platform/tenant-rows.queries.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import type { WhileAsleep } from '../supervisor/while-asleep.ts';
import {
  deleteIfUnused,
  findBot,
  findBotByUser,
  findBotOfTenant,
  findOtherTenantOfBot,
  findSharedBot,
  lockBot,
  type MaxBotRow,
  setTenantBot,
  upsertBot,
} from './bots.queries.ts';
import { type MaxClient, MaxError } from './max-client.ts';

/** Each attempt asks MAX about a token on behalf of the whole platform. */
const TRIES = { points: 30, duration: 3600 };

const botTaken = (): Conflict =>
  new Conflict('bot_taken', 'Этот бот уже подключён к другому заведению', { botToken: 'Этот бот уже подключён' });

/** Explains to a person why MAX has not accepted their token. */
function explained(error: unknown): unknown {
  if (!(error instanceof MaxError)) return error;
  if (error.status === 401 || error.status === 403) {
    const message = 'MAX не принял токен бота. Скопируйте его заново в кабинете MAX для бизнеса';
    return new InvalidInput(message, { botToken: 'MAX не принял токен' }, 'bot_token_refused');
  }
  return new Unavailable(10, 'Не удалось связаться с MAX. Повторите через минуту', 'max_unreachable');
}

/** The bot that a tenant is to have. */
interface Chosen {
  id: number;
  username: string;
  /** Whether it was known by another token. */
  isNewToken: boolean;
}

interface Act {
  actorId: number;
  tenantId: string;
  /** The tenant's required owner; undefined for an administrator, who may do it with any. */
  ownerId?: number | undefined;
}

export interface VenueBotsDeps {
  db: Knex;
  addresses: Pick<Addresses, 'botUrlPrefixes'>;
  client: MaxClient;
  openToken: (bot: Pick<MaxBotRow, 'token_sealed'>) => string;
  /** Whether this installation has the bot's token still. */
  isServed: (bot: Pick<MaxBotRow, 'is_shared'>) => boolean;
  sealToken: (token: string) => string;
  commands: { command: string; description: string }[];
  /** Where attempts with tokens are counted. */
  attemptStore: CreateAttemptStore;
  whileAsleep: WhileAsleep;
  runtime: Pick<TenantRuntime, 'telegramCode'>;
  activity: Pick<Activity, 'record'>;
  mail: Pick<Mail, 'enqueue'>;
  now: () => Date;
  /** Begins to receive what people write to a new bot. */
  onChange: () => void;
  log: Logger;
}

/** The bots of tenants in MAX: each has one of its own, or shares one with others. */
export function createVenueBots(deps: VenueBotsDeps) {
  const { db, addresses, client, openToken, isServed, whileAsleep } = deps;
  const tries = createAttempts({ maxToken: TRIES }, deps.attemptStore);

  async function requireTenant({ tenantId, ownerId }: Act): Promise<TenantRow> {
    const row = await findTenant(db, tenantId);
    const isTheirs = ownerId === undefined || row?.owner_id === ownerId;
    if (!row || !isTheirs || row.status === 'deleted') throw new NotFound('Заведение не найдено', 'tenant_not_found');
    return row;
  }

  async function requireReady(act: Act): Promise<TenantRow> {
    const row = await requireTenant(act);
    if (row.status !== 'creating') return row;
    throw new Conflict('tenant_creating', 'Заведение ещё создаётся. Подключить MAX можно будет через минуту');
  }

  async function ownBot(token: string, tenantId: string | undefined): Promise<Chosen> {
    const { user_id, username } = await client.me(token).catch((error) => {
      throw explained(error);
    });
    const known = await findBotByUser(db, user_id);
    if (known?.is_shared || (known && (await findOtherTenantOfBot(db, known.id, tenantId)))) throw botTaken();
    await client.setCommands(token, deps.commands).catch((error: Error) => {
      deps.log.warn({ reason: error.message }, 'a bot of MAX has no commands');
    });
    const id = await upsertBot(db, { user_id, username, token_sealed: deps.sealToken(token), is_shared: false });
    return { id, username, isNewToken: known !== undefined && openToken(known) !== token };
  }

  /** Throws Conflict where another tenant has got the bot since its token was looked at. */
  async function requireFree(trx: Knex.Transaction, botId: number, tenantId?: string): Promise<void> {
    if ((await findBot(trx, botId))?.is_shared) return;
    const isThere = await lockBot(trx, botId);
    if (!isThere || (await findOtherTenantOfBot(trx, botId, tenantId))) throw botTaken();
  }

  async function sharedBot(): Promise<Chosen> {
    const shared = await findSharedBot(db);
    if (!shared || !isServed(shared))
      throw new Conflict('no_shared_bot', 'Общего бота MAX у сервиса нет. Подключите своего по токену');
    return { id: shared.id, username: shared.username, isNewToken: false };
  }

  /** Ends the subscription of a bot that no tenant has any more. */
  async function leave(bot: MaxBotRow | undefined): Promise<void> {
    if (!bot || bot.is_shared || (await findOtherTenantOfBot(db, bot.id, undefined))) return;
    const token = openToken(bot);
    try {
      for (const url of await client.subscriptions(token)) await client.unsubscribe(token, url);
    } catch (error) {
      deps.log.warn({ bot: bot.id, reason: (error as Error).message }, 'a bot of MAX is not unsubscribed');
    }
    await deleteIfUnused(db, bot.id);
  }

  async function view(tenantId: string): Promise<VenueMax> {
    const [bot, shared] = [await findMaxBot(db, addresses, tenantId), await findSharedBot(db)];
    return { bot, sharedAvailable: shared !== undefined && isServed(shared) };
  }

  /** Writes into the activity what was done, and to the owner: somebody else's bot would read what staff write. */
  async function recordAndNotify(trx: Knex.Transaction, act: Act, change: MaxChange, bot: string): Promise<void> {
    const venue = await findWithOwner(trx, act.tenantId);
    if (!venue) return;
    await deps.activity.record(trx, {
      actorId: act.actorId,
      action: 'tenant.max',
      description: `${maxChanges[change]}: заведение ${quoted(venue.display_name)} (${venue.subdomain})`,
      target: `tenant:${act.tenantId}`,
    });
    const who = await findEmail(trx, act.actorId);
    await deps.mail.enqueue(trx, {
      to: venue.user_email,
      template: 'max_changed',
      once: `max_changed:${randomUUID()}`,
      data: { name: venue.user_name, venue: venue.display_name, who, bot, change, at: deps.now().toISOString() },
    });
  }

  /** Gives the tenant this bot, or none. */
  async function give(act: Act, bot: Chosen | null, change: MaxChange): Promise<VenueMax> {
    const before = await findBotOfTenant(db, act.tenantId);
    const name = bot?.username ?? before?.username ?? '';
    if (before?.id !== bot?.id) {
      await whileAsleep(act.tenantId, () =>
        db.transaction(async (trx) => {
          if (bot) await requireFree(trx, bot.id, act.tenantId);
          await setTenantBot(trx, act.tenantId, bot?.id ?? null);
          await recordAndNotify(trx, act, change, name);
        }),
      );
      await leave(before);
    } else if (bot?.isNewToken) {
      await db.transaction((trx) => recordAndNotify(trx, act, 'token', name));
    }
    deps.onChange();
    return view(act.tenantId);
  }

  return {
    async get(act: Act): Promise<VenueMax> {
      await requireTenant(act);
      return view(act.tenantId);
    },
    /** Returns the bot of a tenant that is to be made. Throws InvalidInput, Conflict, TooMany and Unavailable. */
    async prepare(actorId: number, token: string | undefined): Promise<number> {
      if (!token) return (await sharedBot()).id;
      await tries.count({ maxToken: String(actorId) });
      return (await ownBot(token, undefined)).id;
    },
    requireFree,
    /** Nothing changes before MAX has accepted the token; without one it is the shared bot. */
    async connect(act: Act, token: string | undefined): Promise<VenueMax> {
      await requireReady(act);
      if (token) await tries.count({ maxToken: String(act.actorId) });
      const bot = token ? await ownBot(token, act.tenantId) : await sharedBot();
      return give(act, bot, token ? 'own' : 'shared');
    },
    async disconnect(act: Act): Promise<VenueMax> {
      await requireReady(act);
      return give(act, null, 'none');
    },
    /** Makes the link that connects the administrator's chat with the bot. Throws Conflict where there is no bot. */
    async link(act: Act): Promise<string> {
      const row = await requireReady(act);
      const bot = await findMaxBot(db, addresses, row.id);
      if (!bot) throw new Conflict('no_bot', 'MAX не подключён');
      const code = await deps.runtime.telegramCode(row.id, row.admin_username);
      return startLink(bot.link, `${row.id}-${code}`);
    },
  };
}
export type VenueBots = ReturnType<typeof createVenueBots>;
