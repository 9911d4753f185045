import type { Knex } from '@ostatok/kit/node/db.ts';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Activity } from '../overview/activity.service.ts';
import type { TenantRow } from '../tables.ts';
import { type BotState, findBotState, setBotState } from '../telegram/bots.queries.ts';
import type { TenantSecrets } from './tenant-secrets.ts';
import { findTenant } from './tenants.queries.ts';

const BOT_STATES: Record<string, string> = {
  revoked: 'Telegram больше не принимает токен бота',
  well: 'Бот снова работает',
};

/** What a running venue asks of the platform, each proven by its secret. */
export function createTenantCalls(deps: { db: Knex; secrets: TenantSecrets; activity: Activity; log: Logger }) {
  const { db, secrets, activity } = deps;
  return {
    /** Throws Unauthorized. */
    async caller(tenantId: string | undefined, secret: string | undefined): Promise<TenantRow> {
      const row = tenantId ? await findTenant(db, tenantId) : undefined;
      if (!row || !secret || row.status === 'deleted' || !secrets.isInternal(row, secret)) throw new Unauthorized();
      return row;
    },
    /** What whoever polls the venue's bot has seen of its token. */
    async knownBotState(row: TenantRow): Promise<{ state: BotState; since: string | null }> {
      const known = await findBotState(db, row.id);
      return { state: known?.bot_state ?? 'ok', since: known?.bot_state_at?.toISOString() ?? null };
    },
    /** The venue has seen its token refused, or taken again; administrators read of it. */
    async botState(row: TenantRow, state: string): Promise<void> {
      const text = BOT_STATES[state] ?? state;
      deps.log.warn({ tenant: row.id, state }, 'bot state');
      // Where updates come by webhook nobody polls, and only the venue sees its token refused.
      const known = await findBotState(db, row.id);
      if (state === 'revoked') await setBotState(db, row.id, 'revoked');
      else if (known?.bot_state === 'revoked') await setBotState(db, row.id, 'ok');
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
