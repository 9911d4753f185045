import type { Knex } from '@ostatok/kit/node/db.ts';
import { preferencesRoutes } from './preferences.routes.ts';
import { createPreferences } from './preferences.service.ts';

/** What an administrator's panel remembers of its appearance. */
export const createPreferencesModule = (deps: { db: Knex; now?: (() => Date) | undefined }) => ({
  routes: [preferencesRoutes(createPreferences(deps))],
});
