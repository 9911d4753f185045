import type { ProposalInput } from '@ostatok/api/contract/proposals.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { BotState } from '../../contract/bot.ts';

/** A catalogue row as the platform tells it. */
export type Alias = Record<string, unknown>;

interface Deps {
  /** Absent: a venue that runs by itself. */
  platformUrl: string | undefined;
  tenantId: string;
  secret: string;
  log: Logger;
}

/** A person waits for the answer with a bottle in hand. */
const TIMEOUT_MS = 1000;
/** Nobody waits. */
const UNHURRIED_MS = 10_000;

/** What the tenant asks of the platform. The platform being away is never an error here: counting goes on without it. */
export function createPlatformClient({ platformUrl, tenantId, secret, log }: Deps) {
  async function ask(path: string, init: RequestInit = {}, timeoutMs = TIMEOUT_MS): Promise<Response | undefined> {
    if (!platformUrl) return undefined;
    const headers = { authorization: `Bearer ${secret}`, 'x-tenant-id': tenantId, 'content-type': 'application/json' };
    try {
      return await fetch(new URL(path, platformUrl), { ...init, headers, signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : String(error), path }, 'platform did not answer');
      return undefined;
    }
  }

  /** undefined: away, or it refused. */
  async function call(path: string, init?: RequestInit): Promise<Record<string, unknown> | undefined> {
    const answer = await ask(path, init);
    const body = await answer?.json().catch(() => undefined);
    return answer?.ok ? (body as Record<string, unknown> | undefined) : undefined;
  }

  return {
    connected: platformUrl !== undefined,
    async alias(ean: string): Promise<Alias | undefined> {
      return (await call(`/internal/catalogue/${ean}`))?.alias as Alias | undefined;
    },
    /** Whether the platform has taken note that the bot's token is revoked, or well again. */
    async botState(state: string): Promise<boolean> {
      return (await call('/internal/bot-state', { method: 'POST', body: JSON.stringify({ state }) })) !== undefined;
    },
    /** What the platform, which polls the bot, knows of its token. */
    async askBotState(): Promise<Pick<BotState, 'state' | 'since'> | undefined> {
      const answer = await call('/internal/bot-state');
      return answer && { state: answer.state as BotState['state'], since: (answer.since as string | null) ?? null };
    },
    /** `refused`: it will never take this one; `away`: another time it may. */
    async propose(proposal: ProposalInput): Promise<'taken' | 'refused' | 'away'> {
      const answer = await ask('/internal/proposals', { method: 'POST', body: JSON.stringify(proposal) }, UNHURRIED_MS);
      await answer?.body?.cancel();
      if (answer?.ok) return 'taken';
      return answer?.status === 400 ? 'refused' : 'away';
    },
  };
}
export type PlatformClient = ReturnType<typeof createPlatformClient>;
