import { diagnosticsEndpoints } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Hardening } from '../hardening/hardening.service.ts';
import { inBackground } from '../operations/operations.routes.ts';
import type { Diagnostics } from './diagnostics.service.ts';

export const diagnosticsRoutes = (diagnostics: Diagnostics, hardening: Hardening) =>
  endpointsOf(diagnosticsEndpoints, {
    'GET /api/test/suites': () => ({ suites: diagnostics.list() }),
    async 'POST /api/test/run'({ caller, req, res }) {
      if (!inBackground(req)) return { runs: await diagnostics.runAll(caller.userId) };
      const operation = await diagnostics.start(caller.userId);
      res.status(202);
      return { operation };
    },
    async 'POST /api/test/run/:suite'({ caller, params, req, res }) {
      if (!inBackground(req)) return diagnostics.run(caller.userId, params.suite);
      const operation = await diagnostics.start(caller.userId, params.suite);
      res.status(202);
      return { operation };
    },
    'GET /api/test/stats': async () => ({ stats: await diagnostics.stats() }),
    'GET /api/test/security': () => hardening.report(),
    'GET /api/test/disk-usage': async ({ query }) => ({ disk: await diagnostics.disk(query.fresh === '1') }),
  });
