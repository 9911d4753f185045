import { backoffMs } from '@ostatok/kit/contract/backoff.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createConcurrencyLimit } from '../../../kit/node/concurrency-limit.ts';
import { tryLock } from '../platform/locks.queries.ts';
import { findBot, listWebhookBots, updateBot } from './bots.queries.ts';
import type { Signals } from './signals.ts';
import { confirmUpdates, listUpdates, type UpdateRow } from './updates.queries.ts';

const RETRY = { firstMs: 250, lastMs: 30_000 };
const ANSWER_WITHIN_MS = 60_000;
/** The most updates under way at once: each holds a connection of the pool until the webhook answers. */
const AT_ONCE = 4;

interface WebhooksParts {
  db: Knex;
  signals: Signals;
  /** Whether updates may be posted to this address: the bot's owner chooses it, but the request is ours. */
  mayCall: (url: string) => boolean;
  log: Logger;
}

/** Posts a bot's updates to its webhook one by one, in order; a failed one is repeated until it is accepted. */
export function createWebhooks({ db, signals, mayCall, log }: WebhooksParts) {
  const busy = new Set<number>();
  const turn = createConcurrencyLimit(AT_ONCE);
  const retries = new Map<number, { failures: number; timer: NodeJS.Timeout }>();
  let stopped = false;
  let listening: Promise<() => void> | undefined;

  async function post(bot: { webhook_url: string; webhook_secret: string | null }, row: UpdateRow): Promise<void> {
    if (!mayCall(bot.webhook_url)) throw new Error('The address of the webhook is not allowed');
    const response = await fetch(bot.webhook_url, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        ...(bot.webhook_secret ? { 'x-telegram-bot-api-secret-token': bot.webhook_secret } : {}),
      },
      body: JSON.stringify({ update_id: row.update_id, [row.kind]: row.payload }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`Wrong response from the webhook: ${response.status}`);
  }

  /** Delivers one update while holding the bot's lock. */
  const deliverNext = (botId: number): Promise<'sent' | 'empty'> =>
    db.transaction(async (trx) => {
      if (!(await tryLock(trx, 'sandbox delivery', String(botId)))) return 'empty';
      const bot = await findBot(trx, botId);
      const [row] = await listUpdates(trx, botId, 0, 1);
      if (!bot?.webhook_url || !row) return 'empty';
      await post({ webhook_url: bot.webhook_url, webhook_secret: bot.webhook_secret }, row);
      await confirmUpdates(trx, botId, row.update_id + 1);
      return 'sent';
    });

  async function retryLater(botId: number, error: unknown): Promise<void> {
    const text = error instanceof Error ? error.message : String(error);
    await updateBot(db, botId, { webhook_error: text, webhook_error_at: new Date() });
    log.warn({ botId, error: text }, 'webhook refused');
    const failures = (retries.get(botId)?.failures ?? 0) + 1;
    const timer = setTimeout(() => void deliver(botId), backoffMs(RETRY, failures));
    retries.set(botId, { failures, timer });
  }

  async function deliver(botId: number): Promise<void> {
    if (busy.has(botId) || stopped) return;
    busy.add(botId);
    try {
      while (!stopped && (await turn(() => deliverNext(botId))) === 'sent') retries.delete(botId);
    } catch (error) {
      if (!stopped) await retryLater(botId, error);
    } finally {
      busy.delete(botId);
    }
  }

  return {
    mayCall,
    /** Delivers pending updates to a bot's webhook, and later ones as they come. */
    async watch(botId: number): Promise<void> {
      listening ??= signals.listen((signal) => {
        if (signal.type === 'update' && !retries.has(signal.botId)) void deliver(signal.botId);
      });
      await listening;
      clearTimeout(retries.get(botId)?.timer);
      retries.delete(botId);
      void deliver(botId);
    },
    /** Resumes pending deliveries after a restart. */
    async start(): Promise<void> {
      for (const botId of await listWebhookBots(db)) await this.watch(botId);
    },
    stop(): void {
      stopped = true;
      for (const { timer } of retries.values()) clearTimeout(timer);
    },
  };
}
export type Webhooks = ReturnType<typeof createWebhooks>;
