import { sendList } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import type { Images } from './images.service.ts';

/** Mounted at /api/admin/images, behind the administrator's guard. */
export function imagesRoutes(images: Images): Router {
  const router = Router();
  router.get('/', async (_req, res) => {
    const rows = await images.list();
    sendList(res, 'images', rows, { total: rows.length, offset: 0, limit: Math.max(rows.length, 1) });
  });
  return router;
}
