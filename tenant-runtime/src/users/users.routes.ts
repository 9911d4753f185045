import { parse, sendList } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { addUserSchema, updateUserSchema } from '../../contract/users.ts';
import { rowId } from '../path-params.ts';
import { actorOf, adminOnly, notSupport } from './session.routes.ts';
import type { Users } from './users.service.ts';

const userId = (value: unknown): number => rowId(value, 'Такого пользователя нет');

export function usersRoutes(users: Users): Router {
  const router = Router();
  router.use(adminOnly);
  router.get('/', async (_req, res) => sendList(res, 'users', await users.list()));
  router.post('/', notSupport, async (req, res) => {
    res.status(201).json({ success: true, ...(await users.add(parse(addUserSchema, req.body), actorOf(req))) });
  });
  router.put('/:id', notSupport, async (req, res) => {
    const id = userId(req.params.id);
    res.json({ success: true, user: await users.update(id, parse(updateUserSchema, req.body), actorOf(req)) });
  });
  router.delete('/:id', notSupport, async (req, res) => {
    await users.remove(userId(req.params.id), actorOf(req));
    res.json({ success: true });
  });
  router.post('/:id/reset-password', notSupport, async (req, res) => {
    res.json({ success: true, password: await users.resetPassword(userId(req.params.id), actorOf(req)) });
  });
  return router;
}
