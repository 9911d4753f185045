import { LOG_RETENTION_DAYS } from '@ostatok/api/contract/my-data.ts';
import type { Registry } from 'prom-client';
import type { Live } from '../live/live.service.ts';
import type { TrustedClock } from '../trusted-clock/trusted-clock.service.ts';
import { measureOperations } from './operation-metrics.ts';
import { operationsRoutes } from './operations.routes.ts';
import { createOperations, type OperationsOptions } from './operations.service.ts';

const DAY_MS = 86_400_000;

interface OperationsModuleDeps extends Omit<OperationsOptions, 'notify'> {
  live: Live;
  trustedClock: TrustedClock;
}

/** Long work of administrators, with its progress. */
export function createOperationsModule({ live, trustedClock, ...deps }: OperationsModuleDeps) {
  const operations = createOperations({
    ...deps,
    notify: (trx, id) => live.notify(trx, { resource: 'operations', id }),
  });
  return {
    services: { operations },
    routes: [operationsRoutes(operations)],
    registerMetrics: (registry: Registry): void =>
      measureOperations(registry, { db: deps.db, now: deps.now ?? (() => new Date()) }),
    jobs: [
      {
        name: 'operations-purge',
        cron: '25 * * * *',
        async run() {
          const at = await trustedClock.trusted();
          if (at) await operations.forget(new Date(at.getTime() - LOG_RETENTION_DAYS * DAY_MS));
        },
      },
    ],
  };
}
