import {
  type AdminUserSort,
  adminUserFilterSchema,
  adminUserSorts,
  userStatusSchema,
} from '@ostatok/api/contract/users.ts';
import { idOf, parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import type { Users } from './users.service.ts';

const missing = 'Пользователь не найден';

/** Mounted at /api/admin/users, behind the administrator's guard. */
export function adminUsersRoutes(users: Users): Router {
  const router = Router();

  router.get('/', async (req, res) => {
    const query = listQuery(req.query, { sorts: adminUserSorts, sort: 'created_at', order: 'desc' });
    const page = { ...query, sort: query.sort as AdminUserSort };
    const found = await users.list(page, parse(adminUserFilterSchema, query.filter));
    sendList(res, 'users', found.users, { total: found.total, offset: query.offset, limit: query.limit });
  });

  router.get('/:id', async (req, res) => {
    res.json({ success: true, user: await users.get(idOf(req.params.id, missing)) });
  });

  router.put('/:id/status', async (req, res) => {
    const id = idOf(req.params.id, missing);
    const { status } = parse(userStatusSchema, req.body);
    const user = await users.setStatus(callerOf(req).userId, id, status);
    const message = status === 'blocked' ? 'Пользователь заблокирован' : 'Пользователь активирован';
    res.json({ success: true, user, message });
  });

  return router;
}
