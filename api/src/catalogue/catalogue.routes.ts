import { catalogueEndpoints } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { idOf } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { bearerOf } from '../access/guard.routes.ts';
import type { Catalogue } from './catalogue.service.ts';

const aliasIdOf = ({ id }: { id: string }): number => idOf(id, 'В каталоге такого нет');

export const catalogueRoutes = (catalogue: Catalogue) =>
  endpointsOf(catalogueEndpoints, {
    async 'GET /api/admin/aliases'({ filter, page }) {
      const { aliases, ...found } = await catalogue.list(page, filter);
      return { data: aliases, ...found };
    },
    'POST /api/admin/aliases': async ({ caller, body }) => ({ alias: await catalogue.create(caller.userId, body) }),
    'GET /api/admin/aliases/:id': async ({ params }) => ({ alias: await catalogue.get(aliasIdOf(params)) }),
    'PUT /api/admin/aliases/:id': async ({ caller, params, body }) => ({
      alias: await catalogue.update(caller.userId, aliasIdOf(params), body),
    }),
    'DELETE /api/admin/aliases/:id': async ({ caller, params }) => ({
      alias: await catalogue.remove(caller.userId, aliasIdOf(params)),
    }),
    'GET /api/admin/aliases/:id/codes': async ({ params }) => ({ codes: await catalogue.codes(aliasIdOf(params)) }),
    'POST /api/admin/aliases/:id/codes': async ({ caller, params, body }) => ({
      alias: await catalogue.addCode(caller.userId, aliasIdOf(params), body),
    }),
    'POST /api/admin/aliases/:id/separate': ({ caller, params }) =>
      catalogue.separate(caller.userId, aliasIdOf(params)),
    async 'GET /api/admin/aliases/history'({ filter, page }) {
      const { rows, total } = await catalogue.history(page, filter);
      return { data: rows, total };
    },
    async 'GET /api/admin/aliases/:id/history'({ params, filter, page }) {
      const { rows, total } = await catalogue.history(page, { ...filter, alias_id: aliasIdOf(params) });
      return { data: rows, total };
    },
    'POST /api/admin/aliases/revisions/:revision/revert': ({ caller, params }) =>
      catalogue.revert(caller.userId, idOf(params.revision, 'Такого изменения нет')),
  });

/** Authenticates the tenant by its id and secret; throws Unauthorized. */
export interface VenueCalls {
  caller(tenantId: string | undefined, secret: string | undefined): Promise<unknown>;
}

/**
 * Mounted at /internal/catalogue: a tenant looks up a bottle that it does not know. It may know the product by another of
 * its codes, which are told too.
 */
export function catalogueLookupRoutes(catalogue: Catalogue, venues: VenueCalls): Router {
  const router = Router();
  router.get('/:ean', async (req, res) => {
    await venues.caller(req.get('x-tenant-id'), bearerOf(req));
    const alias = await catalogue.lookup(req.params.ean);
    const codes = (await catalogue.codes(alias.id)).flatMap(({ ean }) => (ean === alias.ean ? [] : ean));
    res.json({ success: true, alias, codes });
  });
  return router;
}
