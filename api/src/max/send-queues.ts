import type { Knex } from '@ostatok/kit/node/db.ts';
import { type Rates, reserveSlot } from './bots.queries.ts';
import { createSendQueue, type SendQueue } from './send-queue.ts';

/**
 * MAX takes 30 requests a second of a bot, some of which are no messages, and two messages a second for each dialog. The
 * windows are longer than a second: what is sent in time may arrive closer together.
 */
export const maxRates: Rates = { bot: { messages: 26, windowMs: 1050 }, dialog: { messages: 2, windowMs: 1100 } };

/** The queues of this process, one for each bot; their limits hold across processes. */
export function createSendQueues({ db, rates }: { db: Knex; rates: Rates }) {
  const queues = new Map<number, SendQueue>();
  return {
    of(botId: number): SendQueue {
      const known =
        queues.get(botId) ?? createSendQueue((personId) => reserveSlot(db, { botId, personId }, rates), rates);
      queues.set(botId, known);
      return known;
    },
    close(): void {
      for (const queue of queues.values()) queue.close();
    },
  };
}
export type SendQueues = ReturnType<typeof createSendQueues>;
