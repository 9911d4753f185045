import { imageFilterSchema, imageSorts } from '@ostatok/api/contract/images.ts';
import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import type { Images } from './images.service.ts';

/** Mounted at /api/admin/images, behind the administrator's guard. */
export function imagesRoutes(images: Images): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const query = listQuery(req.query, { sorts: imageSorts, sort: 'created_at', order: 'desc' });
    const { id, search, q } = parse(imageFilterSchema, query.filter);
    const { rows, total } = await images.list({ ...query, ids: id, search: search ?? q });
    sendList(res, 'images', rows, { ...query, total });
  });
  router.delete('/:id', async (req, res) => {
    await images.remove(callerOf(req).userId, req.params.id);
    res.json({ success: true, message: 'Образ удалён' });
  });
  return router;
}
