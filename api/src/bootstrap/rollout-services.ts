import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createPushes } from '../pushes/pushes.service.ts';
import { createUpdates } from '../tenants/supervisor/updates.service.ts';
import type { Administration } from './administration-services.ts';
import type { TenantServices } from './tenant-services.ts';

interface RolloutOptions {
  db: Knex;
  venues: Pick<TenantServices, 'runtime' | 'databases'>;
  administration: Pick<Administration, 'operations' | 'catalogue'>;
  log: Logger;
  now?: () => Date;
}

/** Creates the services that bring catalogue changes and the platform's release to all tenants. */
export function createRollouts({ db, venues, administration, log, now }: RolloutOptions) {
  const { operations, catalogue } = administration;
  const { runtime, databases } = venues;
  return {
    pushes: createPushes({ db, operations, catalogue, runtime, databaseUrlOf: databases.urlOf, log, now }),
    updates: createUpdates({ db, runtime, operations, log }),
  };
}
export type Rollouts = ReturnType<typeof createRollouts>;
