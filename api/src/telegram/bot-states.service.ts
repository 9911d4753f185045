import type { Knex } from '@ostatok/kit/node/db.ts';
import { type BotState, findBotState, setBotState } from './bots.queries.ts';

/** Keeps the known state of the tokens of tenants' bots. */
export function createBotStates({ db }: { db: Knex }) {
  async function known(tenantId: string): Promise<{ state: BotState; since: string | null }> {
    const row = await findBotState(db, tenantId);
    return { state: row?.bot_state ?? 'ok', since: row?.bot_state_at?.toISOString() ?? null };
  }

  return {
    known,
    /**
     * Records the state that the tenant reports. With webhooks nobody polls, so only the tenant sees its token refused.
     */
    async report(tenantId: string, isRevoked: boolean): Promise<void> {
      if (isRevoked) await setBotState(db, tenantId, 'revoked');
      else if ((await known(tenantId)).state === 'revoked') await setBotState(db, tenantId, 'ok');
    },
  };
}
export type BotStates = ReturnType<typeof createBotStates>;
