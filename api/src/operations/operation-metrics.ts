import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Registry } from 'prom-client';
import { measureSource } from '../platform/metric-sources.ts';
import { countFailed, countUnfinished } from './operations.queries.ts';

const FRESH_MS = 5000;

const gauges = {
  ostatok_operations: { help: 'Operations that have not ended', labelNames: ['kind', 'status'] },
  ostatok_operations_oldest_seconds: { help: 'How long the oldest of them has been under way', labelNames: ['kind'] },
  ostatok_operations_failed: {
    help: 'Operations of the last day that failed, wholly or in part, and were not repeated with success',
    labelNames: ['kind'],
  },
};

/** Registers the long work of administrators. */
export function measureOperations(registry: Registry, { db, now }: { db: Knex; now: () => Date }): void {
  measureSource(registry, {
    source: 'operations',
    gauges,
    freshMs: FRESH_MS,
    async read() {
      const [unfinished, failed] = await Promise.all([countUnfinished(db, now()), countFailed(db, now())]);
      const kinds = [...new Set(unfinished.map(({ kind }) => kind))];
      const oldest = (kind: string): number =>
        Math.max(...unfinished.filter((one) => one.kind === kind).map(({ seconds }) => seconds));
      return {
        ostatok_operations: unfinished.map(({ kind, status, count }) => ({ labels: { kind, status }, value: count })),
        ostatok_operations_oldest_seconds: kinds.map((kind) => ({ labels: { kind }, value: oldest(kind) })),
        ostatok_operations_failed: failed.map(({ kind, count }) => ({ labels: { kind }, value: count })),
      };
    },
  });
}
