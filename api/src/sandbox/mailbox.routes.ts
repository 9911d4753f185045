import { sendList } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import type { Mailbox } from './mailbox.ts';

/** Mounted at /sandbox/api/mails while letters go to files. */
export function mailboxRoutes(mailbox: Mailbox): Router {
  const router = Router();
  router.get('/', async (_req, res) => sendList(res, 'mails', await mailbox.list()));
  router.get('/:id', async (req, res) => {
    res.json({ success: true, mail: await mailbox.read(req.params.id) });
  });
  return router;
}
