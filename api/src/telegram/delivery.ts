import { setTimeout as sleep } from 'node:timers/promises';
import { type Backoff, backoffMs } from '@ostatok/kit/contract/backoff.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { currentRequestId, newRequestId, withRequestId } from '@ostatok/kit/node/request-scope.ts';
import type { Update } from './telegram-client.ts';

/** Resolves when the tenant has stored the updates; an error with a `status` is its refusal. */
export type Deliver = (tenantId: string, updates: Update[], generation?: number) => Promise<void>;

/** A tenant and the generation of the bot that received the updates. */
interface Receiver {
  tenantId: string;
  generation?: number;
}

/** Statuses that repeating can't mend: the tenant has read the update and rejects it. */
const PERMANENT = new Set([400, 413, 415, 422]);
/** An update refused this often is skipped, so that it can't block its tenant for ever. */
const REFUSALS = 3;

const isRefusal = (error: unknown): boolean => PERMANENT.has(Number((error as { status?: unknown }).status));

/** Waits unless stopped meanwhile. */
export async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stop }).catch(() => undefined);
}

interface DeliveryParts {
  deliver: Deliver;
  backoff: Backoff;
  log: Logger;
}

/**
 * Delivers updates to their tenant in order, repeating until it accepts them. A refused batch is sent one by one.
 * Returns how many are settled; that is fewer than given only when stopped.
 */
export function createDelivery({ deliver, backoff, log }: DeliveryParts) {
  /** Returns false when stopped or refused for good. */
  async function attempt(
    { tenantId, generation }: Receiver,
    updates: Update[],
    stop: AbortSignal,
    refusals: number,
  ): Promise<'taken' | 'refused' | 'stopped'> {
    let refused = 0;
    for (let failures = 1; !stop.aborted; failures += 1) {
      try {
        await deliver(tenantId, updates, generation);
        return 'taken';
      } catch (error) {
        if (isRefusal(error) && ++refused >= refusals) return 'refused';
        const reason = error instanceof Error ? error.message : String(error);
        log.warn({ tenant: tenantId, updates: updates.length, failures, reason }, 'updates not taken');
        await pause(backoffMs(backoff, failures), stop);
      }
    }
    return 'stopped';
  }

  async function settle(receiver: Receiver, updates: Update[], stop: AbortSignal): Promise<number> {
    const { tenantId } = receiver;
    const whole = await attempt(receiver, updates, stop, updates.length > 1 ? 1 : REFUSALS);
    if (whole === 'taken') return updates.length;
    if (whole === 'stopped') return 0;
    if (updates.length === 1) {
      log.error({ tenant: tenantId, updateId: updates[0]?.update_id }, 'update left out: the venue refuses it');
      return 1;
    }
    let settled = 0;
    for (const update of updates) {
      const outcome = await attempt(receiver, [update], stop, REFUSALS);
      if (outcome === 'stopped') break;
      if (outcome === 'refused') {
        log.error({ tenant: tenantId, updateId: update.update_id }, 'update left out: the venue refuses it');
      }
      settled += 1;
    }
    return settled;
  }

  /** All attempts of one delivery share the id by which its lines are found, here and in the tenant's log. */
  return (receiver: Receiver, updates: Update[], stop: AbortSignal): Promise<number> =>
    withRequestId(currentRequestId() ?? newRequestId(), () => settle(receiver, updates, stop));
}
export type Delivery = ReturnType<typeof createDelivery>;
