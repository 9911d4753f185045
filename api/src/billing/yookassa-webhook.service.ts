import { Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { ProviderRefused, ProviderUnavailable } from './providers/provider.ts';

/** Both re-read the object at the provider and act on that; what is not ours they leave alone, and ask nobody. */
interface Settling {
  /** `orderId`: the payment of ours that it is said to be of. */
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
 * YooKassa's notifications. Anybody can send one, they come twice and out of order: of what they say only names are used,
 * and only to ask about them.
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
   * One question at a time about one object, however often we are told of it. Who comes during a question waits for the
   * next, for the one under way may have been answered before what they tell of happened.
   */
  function inTurn(key: string, settle: () => Promise<unknown>): Promise<unknown> {
    const turn = running.get(key);
    if (!turn) return start(key, settle);
    const again = (): Promise<unknown> => start(key, settle);
    turn.next ??= turn.now.then(again, again);
    return turn.next;
  }

  /** Throws Unavailable where the notification should come again. */
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
