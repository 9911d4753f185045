import { randomUUID } from 'node:crypto';
import { type CreateAttemptStore, createAttempts } from '@ostatok/kit/node/attempts.ts';
import { constraintOf, type Knex, sqlState, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { quoted } from '@ostatok/kit/node/russian.ts';
import type { ReplacedBot } from '../../contract/provisioning.endpoints.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import { type Addresses, botUrl } from '../platform/addresses.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findEmail, findTenant, findWithOwner } from '../platform/tenant-rows.queries.ts';
import type { TenantSecrets } from '../platform/tenant-secrets.ts';
import type { WhileAsleep } from '../supervisor/while-asleep.ts';
import type { BotApi } from './bot-api.ts';
import { findOtherTenantOfBot, lockTenantRow, setBot } from './bot-replacement.queries.ts';

/** Each attempt asks Telegram about a token on behalf of the whole platform. */
const TRIES = { points: 30, duration: 3600 };

interface Wanted {
  actorId: number;
  tenantId: string;
  botToken: string;
  /** The tenant's required owner; undefined for an administrator, who may do it with any. */
  ownerId?: number;
}

interface NewBot {
  id: number;
  username: string;
  token: string;
}

const botTaken = (): Conflict =>
  new Conflict('bot_taken', 'Этот бот уже подключён к другому заведению', { botToken: 'Этот бот уже подключён' });

/** Replaces a tenant's bot or its token; nothing changes before Telegram has accepted the token. */
export function createBotReplacement(deps: {
  db: Knex;
  botApi: BotApi;
  whileAsleep: WhileAsleep;
  secrets: TenantSecrets;
  /** Where attempts with tokens are counted. */
  attemptStore: CreateAttemptStore;
  addresses: Addresses;
  botCommands: { command: string; description: string }[];
  mail: Pick<Mail, 'enqueue'>;
  activity: Pick<Activity, 'record'>;
  onChange: (tenantId: string) => void;
  log: Logger;
  now?: () => Date;
}) {
  const { db, secrets, botApi, now = () => new Date() } = deps;
  const tries = createAttempts({ botToken: TRIES }, deps.attemptStore);

  function requireReady(row: TenantRow | undefined, ownerId?: number): TenantRow {
    const isTheirs = ownerId === undefined || row?.owner_id === ownerId;
    if (!row || !isTheirs || row.status === 'deleted') throw new NotFound('Заведение не найдено', 'tenant_not_found');
    if (row.status === 'creating')
      throw new Conflict('tenant_creating', 'Заведение ещё создаётся. Заменить бота можно будет через минуту');
    return row;
  }

  async function recordAndNotify(
    trx: Knex.Transaction,
    { actorId, tenantId }: Wanted,
    answer: ReplacedBot,
  ): Promise<void> {
    const venue = await findWithOwner(trx, tenantId);
    if (!venue) return;
    const what = answer.another ? 'Заменён бот' : 'Заменён токен бота';
    await deps.activity.record(trx, {
      actorId,
      action: 'tenant.bot_replaced',
      description: `${what}: заведение ${quoted(venue.display_name)} (${venue.subdomain}), @${answer.username}`,
      target: `tenant:${tenantId}`,
    });
    await deps.mail.enqueue(trx, {
      to: venue.user_email,
      template: 'bot_replaced',
      once: `bot_replaced:${randomUUID()}`,
      data: {
        name: venue.user_name,
        venue: venue.display_name,
        who: await findEmail(trx, actorId),
        bot: answer.username,
        another: answer.another,
        at: now().toISOString(),
      },
    });
  }

  /** Writes the bot over the present row: of two concurrent calls the later token stays, and both are reported. */
  async function write(wanted: Wanted, bot: NewBot): Promise<{ answer: ReplacedBot; isNew: boolean }> {
    return db.transaction(async (trx) => {
      const row = requireReady(await lockTenantRow(trx, wanted.tenantId), wanted.ownerId);
      const another = row.bot_id !== bot.id;
      const isNew = another || secrets.botTokenOf(row) !== bot.token;
      await setBot(trx, row.id, {
        bot_id: bot.id,
        bot_username: bot.username,
        ...(isNew && { bot_token_sealed: secrets.sealBotToken(bot.token) }),
        bot_token_version: row.bot_token_version + (isNew ? 1 : 0),
        bot_generation: row.bot_generation + (another ? 1 : 0),
      });
      const answer = { username: bot.username, link: botUrl(deps.addresses, 'telegram', bot.username), another };
      if (isNew) await recordAndNotify(trx, wanted, answer);
      return { answer, isNew };
    });
  }

  return async (wanted: Wanted): Promise<ReplacedBot> => {
    const { tenantId, botToken: token } = wanted;
    requireReady(await findTenant(db, tenantId), wanted.ownerId);
    await tries.count({ botToken: String(wanted.actorId) });
    const bot = { ...(await botApi.getMe(token)), token };
    if (await findOtherTenantOfBot(db, tenantId, bot.id)) throw botTaken();
    const { answer, isNew } = await deps
      .whileAsleep(tenantId, () => write(wanted, bot))
      .catch((error) => {
        throw sqlState(error) === UNIQUE_VIOLATION && constraintOf(error) === 'tenants_bot_key' ? botTaken() : error;
      });
    if (isNew) {
      // the gateway receives messages anyway; only the list of commands would be missing
      await botApi
        .takeOver(token, deps.botCommands)
        .catch((error: Error) => deps.log.warn({ tenant: tenantId, reason: error.message }, 'bot not taken over'));
    }
    deps.onChange(tenantId);
    return answer;
  };
}
export type BotReplacement = ReturnType<typeof createBotReplacement>;
