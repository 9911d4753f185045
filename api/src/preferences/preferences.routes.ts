import { preferenceEndpoints } from '@ostatok/api/contract/preferences.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Preferences } from './preferences.service.ts';

export const preferencesRoutes = (preferences: Preferences) =>
  endpointsOf(preferenceEndpoints, {
    'GET /api/admin/preferences': async ({ caller }) => ({ preferences: await preferences.all(caller.userId) }),
    'GET /api/admin/preferences/:key': async ({ caller, params }) => ({
      preferences: await preferences.one(caller.userId, params.key),
    }),
    'PUT /api/admin/preferences/:key': async ({ caller, params, body }) => ({
      preferences: await preferences.save(caller.userId, params.key, body.value),
    }),
    'DELETE /api/admin/preferences/:key': async ({ caller, params }) => ({
      preferences: await preferences.remove(caller.userId, params.key),
    }),
  });
