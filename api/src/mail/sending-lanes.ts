import type { DeliveryLease } from './delivery-lease.ts';
import type { MailRow } from './mail.queries.ts';

/**
 * Letters are claimed in batches, and the next batch starts while earlier ones wait for their answers. Campaigns have
 * their own lane, so they never take the place of the platform's own letters.
 */
const BATCHES = 4;
const LANES = [
  { priority: 0, batch: 4 },
  { priority: 1, batch: 8 },
];

/** Keeps each lane as full as it may be. */
export function createSendingLanes(sendAll: (mails: MailRow[], held: DeliveryLease) => Promise<void>) {
  const lanes = LANES.map((lane) => ({ ...lane, inHand: new Set<Promise<void>>() }));

  return {
    /** Claims and begins to send batches until the lanes are full or nothing is left; `onSent` is called after each. */
    async fill(
      claim: (priority: number, batch: number) => Promise<MailRow[]> | MailRow[],
      held: DeliveryLease,
      onSent: () => void,
    ): Promise<void> {
      for (const { priority, batch, inHand } of lanes) {
        while (inHand.size < BATCHES) {
          const mails = await claim(priority, batch);
          if (mails.length === 0) break;
          const done = sendAll(mails, held).finally(() => {
            inHand.delete(done);
            onSent();
          });
          inHand.add(done);
        }
      }
    },

    /** Resolves when the letters under way are settled. */
    settled: async (): Promise<void> => void (await Promise.all(lanes.flatMap(({ inHand }) => [...inHand]))),
  };
}
