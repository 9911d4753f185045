import { settingsEndpoints } from '../../contract/settings.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { SettingsService } from './settings.service.ts';

export const settingsRoutes = (settings: SettingsService) =>
  endpointsOf(settingsEndpoints, {
    'GET /api/settings': async () => ({ settings: await settings.get() }),
    'PUT /api/settings': async ({ body }) => ({ settings: await settings.update(body) }),
  });
