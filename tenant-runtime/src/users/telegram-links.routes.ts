import { type Request, Router } from 'express';
import { rowId } from '../path-params.ts';
import { actorOf, adminOnly, callerOf, notSupport } from './session.routes.ts';
import type { TelegramLinks } from './telegram-links.service.ts';

function linkRoutes(links: TelegramLinks, userOf: (req: Request) => number): Router {
  const router = Router({ mergeParams: true });
  router.get('/', async (req, res) => {
    res.json({ success: true, telegram: await links.state(userOf(req)) });
  });
  router.post('/', async (req, res) => {
    res.status(201).json({ success: true, link: await links.make(userOf(req), actorOf(req)) });
  });
  router.delete('/', async (req, res) => {
    await links.unlink(userOf(req), actorOf(req));
    res.json({ success: true });
  });
  return router;
}

/** Mounted at /api/auth/telegram, behind `signedIn`. */
export const ownTelegramRoutes = (links: TelegramLinks): Router =>
  Router().use(
    notSupport,
    linkRoutes(links, (req) => callerOf(req).id),
  );

/** Mounted at /api/users/:id/telegram, behind `signedIn`. */
export const userTelegramRoutes = (links: TelegramLinks): Router =>
  Router({ mergeParams: true }).use(
    adminOnly,
    notSupport,
    linkRoutes(links, (req) => rowId(req.params.id, 'Такого пользователя нет')),
  );
