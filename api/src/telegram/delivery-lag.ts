import type { Delivery } from './delivery.ts';

/** Remembers how long updates that Telegram has given wait for their tenants. */
export function createDeliveryLag() {
  const waiting = new Set<{ since: number; updates: number }>();
  let onDelivered: (seconds: number) => void = () => undefined;

  /** Counts the updates as waiting until the work ends. */
  async function follow<T>(updates: number, work: Promise<T>): Promise<T> {
    const one = { since: performance.now(), updates };
    waiting.add(one);
    try {
      const done = await work;
      onDelivered((performance.now() - one.since) / 1000);
      return done;
    } finally {
      waiting.delete(one);
    }
  }

  return {
    follow,
    followed:
      (delivery: Delivery): Delivery =>
      (receiver, updates, stop) =>
        follow(updates.length, delivery(receiver, updates, stop)),
    /** How many updates wait, and for how many seconds the oldest has. */
    waiting(): { updates: number; oldestSeconds: number } {
      const all = [...waiting];
      const oldest = Math.min(...all.map(({ since }) => since));
      return {
        updates: all.reduce((sum, { updates }) => sum + updates, 0),
        oldestSeconds: all.length > 0 ? (performance.now() - oldest) / 1000 : 0,
      };
    },
    /** Is called with the seconds that each batch has waited. */
    observe(observer: (seconds: number) => void): void {
      onDelivered = observer;
    },
  };
}
export type DeliveryLag = ReturnType<typeof createDeliveryLag>;
