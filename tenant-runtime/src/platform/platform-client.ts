import type { ProposalInput } from '@ostatok/kit/contract/alias.ts';
import type { LatestExtract } from '@ostatok/kit/contract/drink-extract.ts';
import type { OrderLetter } from '@ostatok/kit/contract/order-letter.ts';
import { AppError, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { requestIdHeader } from '@ostatok/kit/node/request-scope.ts';
import type { BotState } from '../../contract/bot.endpoints.ts';

/** A row of the platform's catalogue in the form of its answer. */
export type Alias = Record<string, unknown>;

/** What the catalogue knows of a code. */
export interface KnownCode {
  alias: Alias;
  /** The other codes of its product, the main one first. */
  codes: string[];
}

/** The bot in Telegram, and that in MAX. */
export interface KnownBots extends Pick<BotState, 'state' | 'since'> {
  max: Omit<NonNullable<BotState['max']>, 'url'> | null;
}

interface Refusal {
  code?: string;
  error?: string;
  errors?: Record<string, string>;
}

interface Deps {
  /** The platform's address; undefined for an installation that runs by itself. */
  platformUrl: string | undefined;
  tenantId: string;
  secret: string;
  log: Logger;
}

/** Milliseconds to wait while a user holds a bottle and waits for the answer. */
const TIMEOUT_MS = 1000;
/** Milliseconds to wait when no user waits. */
const UNHURRIED_MS = 10_000;

/**
 * The requests that the tenant sends to the platform. If the platform cannot be reached, this is never an error:
 * counting goes on without it.
 */
export function createPlatformClient({ platformUrl, tenantId, secret, log }: Deps) {
  async function ask(path: string, init: RequestInit = {}, timeoutMs = TIMEOUT_MS): Promise<Response | undefined> {
    if (!platformUrl) return undefined;
    const headers = {
      authorization: `Bearer ${secret}`,
      'x-tenant-id': tenantId,
      'content-type': 'application/json',
      ...requestIdHeader(),
    };
    try {
      return await fetch(new URL(path, platformUrl), { ...init, headers, signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : String(error), path }, 'platform did not answer');
      return undefined;
    }
  }

  /** Returns undefined if the platform cannot be reached or refuses. */
  async function call(
    path: string,
    init?: RequestInit,
    timeoutMs?: number,
  ): Promise<Record<string, unknown> | undefined> {
    const answer = await ask(path, init, timeoutMs);
    const body = await answer?.json().catch(() => undefined);
    return answer?.ok ? (body as Record<string, unknown> | undefined) : undefined;
  }

  return {
    connected: platformUrl !== undefined,
    /** `away` means that the platform did not answer in time; undefined, that its catalogue has no such code. */
    async alias(ean: string, { hurried }: { hurried: boolean }): Promise<KnownCode | 'away' | undefined> {
      if (!platformUrl) return undefined;
      const answer = await ask(`/internal/catalogue/${ean}`, {}, hurried ? TIMEOUT_MS : UNHURRIED_MS);
      const body = (await answer?.json().catch(() => undefined)) as Partial<KnownCode> | undefined;
      if (answer?.status === 404) return undefined;
      return answer?.ok && body?.alias ? { alias: body.alias, codes: body.codes ?? [] } : 'away';
    },
    /** Tells whether the platform has recorded that the bot's token is revoked or valid again. */
    async botState(state: string): Promise<boolean> {
      return (await call('/internal/bot-state', { method: 'POST', body: JSON.stringify({ state }) })) !== undefined;
    },
    /** Asks to be woken at that time where it sleeps by then; returns whether the platform has recorded it. */
    async wakeAt(at: Date | null): Promise<boolean> {
      const body = JSON.stringify({ at: at?.toISOString() ?? null });
      return (await call('/internal/wake-at', { method: 'POST', body }, UNHURRIED_MS)) !== undefined;
    },
    /** Asks the platform, which receives what people write, for the states of the bots. */
    async askBotState(): Promise<KnownBots | undefined> {
      const answer = (await call('/internal/bot-state')) as KnownBots | undefined;
      return answer && { state: answer.state, since: answer.since ?? null, max: answer.max ?? null };
    },
    /** Asks the platform, which has the bot's token, who has opened a page in MAX; null for what MAX has not signed. */
    async personInMax(data: string): Promise<number | null | 'away'> {
      const init = { method: 'POST', body: JSON.stringify({ data }) };
      const answer = await call('/internal/max-start-data', init, UNHURRIED_MS);
      return answer ? (answer.personId as number | null) : 'away';
    },
    /** Returns undefined too when no extract has been made yet. */
    async latestExtract(): Promise<LatestExtract | undefined> {
      return (await call('/internal/drinks', {}, UNHURRIED_MS))?.extract as LatestExtract | undefined;
    },
    /** Hands an order over to be sent as a letter. Throws Unavailable, and what the platform refuses it with. */
    async sendOrder(order: OrderLetter): Promise<void> {
      const init = { method: 'POST', body: JSON.stringify(order) };
      const answer = await ask('/internal/order-letters', init, UNHURRIED_MS);
      if (answer?.ok) return void (await answer.body?.cancel());
      const body = (await answer?.json().catch(() => undefined)) as Refusal | undefined;
      if (answer && answer.status < 500 && body?.error) {
        // which field is wrong says nothing to whoever pressed a button
        const [reason = body.error] = Object.values(body.errors ?? {});
        throw new AppError(answer.status, body.code ?? 'letter_refused', reason);
      }
      throw new Unavailable(60, 'Почта сейчас недоступна. Отправьте заказ в мессенджере или повторите позже');
    },
    /** `refused` means that the platform will never accept this proposal, `away` that it may do so later. */
    async propose(proposal: ProposalInput): Promise<'taken' | 'refused' | 'away'> {
      const answer = await ask('/internal/proposals', { method: 'POST', body: JSON.stringify(proposal) }, UNHURRIED_MS);
      await answer?.body?.cancel();
      if (answer?.ok) return 'taken';
      return answer?.status === 400 ? 'refused' : 'away';
    },
  };
}
export type PlatformClient = ReturnType<typeof createPlatformClient>;
