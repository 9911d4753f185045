import { Gauge, Histogram, type Registry } from 'prom-client';
import type { DeliveryLag } from './delivery-lag.ts';

interface Gateway {
  lag: DeliveryLag;
  health: () => { polled: number; unwell: number };
}

/** Registers the bots that this process reads and how far behind their tenants are. */
export function measureGateway(registry: Registry, { lag, health }: Gateway): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number): void =>
    void new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('ostatok_bots_polled', 'Bots that this process reads', () => health().polled);
  gauge('ostatok_bots_unreachable', 'Bots whose messages Telegram does not give', () => health().unwell);
  gauge('ostatok_bot_updates_waiting', 'Updates that Telegram has given and no venue has stored yet', () => {
    return lag.waiting().updates;
  });
  gauge('ostatok_bot_oldest_update_seconds', 'How long the oldest of these updates has waited', () => {
    return lag.waiting().oldestSeconds;
  });
  const delivered = new Histogram({
    name: 'ostatok_bot_delivery_seconds',
    help: 'Time from receiving a batch of updates until its venue has stored it',
    buckets: [0.05, 0.25, 1, 5, 30, 120],
    registers,
  });
  lag.observe((seconds) => delivered.observe(seconds));
}
