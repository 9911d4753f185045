import { Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { ProviderRefused, ProviderUnavailable } from './providers/provider.ts';

/**
 * Both read the object from the provider again and act only on that. Objects that are not ours are ignored without a
 * request.
 */
interface Settling {
  /** `orderId` is our payment's id according to the notification. */
  settleByProvider: (providerPaymentId: string, orderId?: string) => Promise<unknown>;
  settleRefundByProvider: (providerRefundId: string) => Promise<unknown>;
}

interface Notification {
  event: string;
  id: string;
  orderId?: string;
}

interface WebhookParts {
  billing: Settling;
  log: Logger;
}

interface Running {
  now: Promise<unknown>;
  next?: Promise<unknown>;
}

const RETRY_AFTER_S = 60;

/**
 * YooKassa's notifications. Anybody can send one, and they come twice and out of order, so only their ids are used, to
 * ask the provider.
 */
export function createYookassaWebhook({ billing, log }: WebhookParts) {
  const settlings = new Map<string, Settling['settleByProvider']>([
    ['payment.waiting_for_capture', billing.settleByProvider],
    ['payment.succeeded', billing.settleByProvider],
    ['payment.canceled', billing.settleByProvider],
    ['refund.succeeded', billing.settleRefundByProvider],
  ]);
  const running = new Map<string, Running>();

  function start(key: string, settle: () => Promise<unknown>): Promise<unknown> {
    const turn: Running = { now: settle() };
    running.set(key, turn);
    const end = (): void => {
      if (running.get(key) === turn && !turn.next) running.delete(key);
    };
    turn.now.then(end, end);
    return turn.now;
  }

  /**
   * Runs one request at a time for one object. A notification during a request waits for the next one, because the
   * running request may have been answered before the event happened.
   */
  function inTurn(key: string, settle: () => Promise<unknown>): Promise<unknown> {
    const turn = running.get(key);
    if (!turn) return start(key, settle);
    const again = (): Promise<unknown> => start(key, settle);
    turn.next ??= turn.now.then(again, again);
    return turn.next;
  }

  /** Throws Unavailable when the notification should be sent again. */
  return async ({ event, id, orderId }: Notification): Promise<void> => {
    const settle = settlings.get(event);
    if (!settle) return;
    try {
      await inTurn(`${event.split('.')[0]} ${id} ${orderId}`, () => settle(id, orderId));
    } catch (error) {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
      log.warn({ err: error, event }, 'a notification could not be checked');
      throw new Unavailable(RETRY_AFTER_S);
    }
  };
}
export type YookassaWebhook = ReturnType<typeof createYookassaWebhook>;
