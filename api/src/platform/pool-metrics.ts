import type { Knex } from '@ostatok/kit/node/db.ts';
import { Gauge, Histogram, type Registry } from 'prom-client';

/** What is used of knex' pool. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
  max: number;
  on(event: 'acquireRequest' | 'acquireSuccess' | 'acquireFail', heard: (eventId: number) => void): void;
}

/** Registers the use of the pools of connections, and how long work waits for a connection. */
export function measurePools(registry: Registry, databases: Record<string, Knex>): void {
  const pools = Object.entries(databases).map(([name, db]) => [name, db.client.pool as Pool] as const);
  new Gauge({
    name: 'ostatok_pool_connections',
    help: 'Connections to PostgreSQL of this process; `most` is how many there may be',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, pool] of pools) {
        this.set({ pool: name, state: 'used' }, pool.numUsed());
        this.set({ pool: name, state: 'free' }, pool.numFree());
        this.set({ pool: name, state: 'most' }, pool.max);
      }
    },
  });
  new Gauge({
    name: 'ostatok_pool_waiting',
    help: 'Work that waits for a connection now',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      for (const [name, pool] of pools) this.set({ pool: name }, pool.numPendingAcquires());
    },
  });
  const waits = new Histogram({
    name: 'ostatok_pool_wait_seconds',
    help: 'How long work has waited for a connection',
    labelNames: ['pool', 'outcome'],
    buckets: [0.001, 0.01, 0.1, 1, 5],
    registers: [registry],
  });
  for (const [name, pool] of pools) {
    const since = new Map<number, number>();
    const end = (outcome: string) => (eventId: number) => {
      const began = since.get(eventId);
      since.delete(eventId);
      if (began !== undefined) waits.observe({ pool: name, outcome }, (performance.now() - began) / 1000);
    };
    pool.on('acquireRequest', (eventId) => since.set(eventId, performance.now()));
    pool.on('acquireSuccess', end('given'));
    pool.on('acquireFail', end('refused'));
  }
}
