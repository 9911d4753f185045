import type { Router } from 'express';
import { bearerOf } from '../access/guard.routes.ts';
import { botApiRoutes } from '../bot-api/bot-api.routes.ts';
import type { TenantCalls } from '../supervisor/tenant-calls.service.ts';
import type { MaxBotApi } from './bot-api.service.ts';

/** Mounted at /internal/max, for tenants' bots; the token in the address says nothing. */
export const maxBotApiRoutes = (api: MaxBotApi, calls: Pick<TenantCalls, 'caller'>): Router =>
  botApiRoutes<string>({
    callerOf: async (_token, req) => (await calls.caller(req.get('x-tenant-id'), bearerOf(req))).id,
    call: (tenantId, method, params, signal) => api.call({ tenantId, signal }, method, params),
    async sendFile(tenantId, path, res) {
      res.type('application/octet-stream').send(await api.file(tenantId, path));
    },
  });
