import { createAttempts } from '@ostatok/kit/node/attempts.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { adoptRequestOf } from '@ostatok/kit/node/request-scope.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Addresses } from '../platform/addresses.ts';
import { findMaxBot } from '../platform/max-bot.queries.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import type { TenantSecrets } from '../platform/tenant-secrets.ts';
import type { BotStates } from '../telegram/bot-states.service.ts';

const BOT_STATES: Record<string, string> = {
  revoked: 'Telegram больше не принимает токен бота',
  well: 'Бот снова работает',
};

/** A token is revoked and replaced rarely, and each report is an entry in the journal. */
const REPORTS = { points: 20, duration: 3600 };

interface Deps {
  db: Knex;
  secrets: TenantSecrets;
  botStates: BotStates;
  activity: Activity;
  addresses: Pick<Addresses, 'botUrlPrefixes'>;
  log: Logger;
}

/** The calls of running tenants to the platform, each authenticated by the tenant's secret. */
export function createTenantCalls({ db, secrets, botStates, activity, addresses, log }: Deps) {
  const attempts = createAttempts({ botState: REPORTS });
  return {
    /** Throws Unauthorized. */
    async caller(tenantId: string | undefined, secret: string | undefined): Promise<TenantRow> {
      const row = tenantId ? await findTenant(db, tenantId) : undefined;
      if (!row || !secret || row.status === 'deleted' || !secrets.isInternal(row, secret)) throw new Unauthorized();
      adoptRequestOf(row.id);
      return row;
    },
    /** Returns the state of the bot's token as its poller has seen it, and that of the bot in MAX. */
    knownBotState: async (row: TenantRow) => ({
      ...(await botStates.known(row.id)),
      max: row.max_bot_id === null ? null : await findMaxBot(db, addresses, row.id),
    }),
    /** Records that Telegram has refused the tenant's token or accepts it again, and reports it to administrators. Throws TooMany. */
    async botState(row: TenantRow, state: string): Promise<void> {
      await attempts.count({ botState: row.id });
      const text = BOT_STATES[state] ?? state;
      log.warn({ tenant: row.id, state }, 'bot state');
      await botStates.report(row.id, state === 'revoked');
      await activity.record(db, {
        actorId: null,
        action: 'tenant.bot_state',
        description: `${row.display_name}: ${text}`,
        target: `tenant:${row.id}`,
      });
    },
  };
}
export type TenantCalls = ReturnType<typeof createTenantCalls>;
