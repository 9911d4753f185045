import { unsubscribeSchema } from '@ostatok/api/contract/campaigns.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import express, { type Request, type Response, Router } from 'express';
import type { Unsubscribe, Wish } from './unsubscribe.service.ts';
import { unsubscribePage } from './unsubscribe-page.ts';

/** Mounted at /api/public/unsubscribe; the link's token is the only authentication. */
export function unsubscribeRoutes(unsubscribe: Unsubscribe, supportEmail: string): Router {
  const router = Router();
  const tokenOf = (req: Request): string => (typeof req.query.token === 'string' ? req.query.token : '');

  function answer(res: Response, token: string, wish: Wish, back?: boolean): void {
    res.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' });
    res.status(wish ? 200 : 404);
    res.type('html').send(unsubscribePage(wish ? token : '', wish, supportEmail, back));
  }

  // changes nothing, because mail servers open every link of a letter to check it
  router.get('/', async (req, res) => {
    const token = tokenOf(req);
    answer(res, token, await unsubscribe.look(token));
  });

  // a mailbox's own button sends List-Unsubscribe=One-Click, the page sends a form
  router.post('/', express.urlencoded({ extended: false, limit: '4kb' }), async (req, res) => {
    const given: unknown = req.body?.action;
    const { action } = parse(unsubscribeSchema, given === undefined ? {} : { action: given });
    const token = tokenOf(req);
    const back = action === 'undo';
    answer(res, token, await unsubscribe.wish(token, back ? 'subscribed' : 'unsubscribed'), back);
  });

  return router;
}
