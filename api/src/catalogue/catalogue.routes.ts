import {
  aliasFilterSchema,
  aliasRevisionFilterSchema,
  aliasRevisionSorts,
  aliasSchema,
  aliasSorts,
  aliasUpdateSchema,
} from '@ostatok/api/contract/catalogue.ts';
import { idOf, parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { type Request, type Response, Router } from 'express';
import { bearerOf, callerOf } from '../auth/guard.routes.ts';
import type { Catalogue } from './catalogue.service.ts';

const missing = 'В каталоге такого нет';

/** Mounted at /api/admin/aliases, behind the administrator's guard. */
export function adminAliasesRoutes(catalogue: Catalogue): Router {
  const router = Router();

  router.get('/', async (req, res) => {
    const query = listQuery(req.query, { sorts: aliasSorts, sort: 'id', order: 'desc' });
    const found = await catalogue.list(query, parse(aliasFilterSchema, query.filter));
    sendList(res, 'data', found.aliases, { total: found.total, offset: query.offset, limit: query.limit });
  });

  const history = async (req: Request, res: Response, only: { alias_id?: number }): Promise<void> => {
    const query = listQuery(req.query, { sorts: aliasRevisionSorts, sort: 'revision', order: 'desc' });
    const found = await catalogue.history(query, { ...parse(aliasRevisionFilterSchema, query.filter), ...only });
    sendList(res, 'data', found.rows, { total: found.total, offset: query.offset, limit: query.limit });
  };
  router.get('/history', (req, res) => history(req, res, {}));
  router.get('/:id/history', (req, res) => history(req, res, { alias_id: idOf(req.params.id, missing) }));

  router.post('/revisions/:revision/revert', async (req, res) => {
    const revision = idOf(req.params.revision, 'Такого изменения нет');
    res.json({ success: true, ...(await catalogue.revert(callerOf(req).userId, revision)) });
  });

  router.get('/:id', async (req, res) => {
    res.json({ success: true, alias: await catalogue.get(idOf(req.params.id, missing)) });
  });

  router.post('/', async (req, res) => {
    const input = parse(aliasSchema, req.body);
    res.status(201).json({ success: true, alias: await catalogue.create(callerOf(req).userId, input) });
  });

  router.put('/:id', async (req, res) => {
    const id = idOf(req.params.id, missing);
    const input = parse(aliasUpdateSchema, req.body);
    res.json({ success: true, alias: await catalogue.update(callerOf(req).userId, id, input) });
  });

  router.delete('/:id', async (req, res) => {
    res.json({ success: true, alias: await catalogue.remove(callerOf(req).userId, idOf(req.params.id, missing)) });
  });

  return router;
}

/** Authenticates the tenant by its id and secret; throws Unauthorized. */
export interface VenueCalls {
  caller(tenantId: string | undefined, secret: string | undefined): Promise<unknown>;
}

/** Mounted at /internal/catalogue: a tenant looks up a bottle that it does not know. */
export function catalogueLookupRoutes(catalogue: Catalogue, venues: VenueCalls): Router {
  const router = Router();
  router.get('/:ean', async (req, res) => {
    await venues.caller(req.get('x-tenant-id'), bearerOf(req));
    res.json({ success: true, alias: await catalogue.lookup(req.params.ean) });
  });
  return router;
}
