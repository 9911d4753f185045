import { createHash, timingSafeEqual } from 'node:crypto';
import { Conflict, Unauthorized } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { sendTemporaryFile } from '@ostatok/kit/node/send-temporary-file.ts';
import { type RequestHandler, Router } from 'express';
import {
  adminLinkSchema,
  setAdminSchema,
  type TenantStats,
  updatesSchema,
  type VenueCounts,
} from '../../contract/internal.ts';
import type { Spreadsheets } from '../spreadsheets/spreadsheets.service.ts';
import type { TelegramLinks } from '../users/telegram-links.service.ts';
import type { Users } from '../users/users.service.ts';
import type { Updates } from './updates.service.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Lets only the platform pass, by the secret that it shares with this tenant. */
export function platformOnly(secret: string): RequestHandler {
  const expected = digest(`Bearer ${secret}`);
  return (req, _res, next) => {
    if (!timingSafeEqual(digest(req.get('authorization') ?? ''), expected)) throw new Unauthorized();
    next();
  };
}

interface Deps {
  updates: Updates;
  users: Users;
  telegramLinks: Pick<TelegramLinks, 'makeForAdmin'>;
  spreadsheets: Pick<Spreadsheets, 'export'>;
  stats: () => Promise<TenantStats>;
  countsNow: () => Promise<VenueCounts>;
  /** The number of the tenant's current bot among all it has had. */
  botGeneration: number;
  /** Stops the process gracefully. */
  requestStop: () => void;
}

export function internalRoutes({
  updates,
  users,
  telegramLinks,
  spreadsheets,
  stats,
  countsNow,
  botGeneration,
  requestStop,
}: Deps): Router {
  const router = Router();
  router.post('/updates', async (req, res) => {
    const sent = parse(updatesSchema, req.body);
    if (sent.generation !== undefined && sent.generation !== botGeneration)
      throw new Conflict('other_bot', 'У заведения уже другой бот');
    res.json({ success: true, taken: await updates.take(sent.updates) });
  });
  router.post('/admin', async (req, res) => {
    await users.setAdmin(parse(setAdminSchema, req.body));
    res.json({ success: true });
  });
  router.post('/admin/telegram-link', async (req, res) => {
    const { username } = parse(adminLinkSchema, req.body);
    res.json({ success: true, code: await telegramLinks.makeForAdmin(username) });
  });
  router.get('/stats', async (req, res) => {
    const told = await stats();
    // The platform requests the figures without counts to see whether this tenant answers.
    const more = req.query.with === 'counts' ? { counts: await countsNow() } : {};
    res.json({ success: true, stats: { ...told, ...more } });
  });
  router.get('/export.xlsx', async (_req, res) => {
    const { path } = await spreadsheets.export('everything', null);
    await sendTemporaryFile(res.type('xlsx'), path);
  });
  router.post('/stop', (_req, res) => {
    res.on('finish', requestStop);
    res.json({ success: true });
  });
  return router;
}
