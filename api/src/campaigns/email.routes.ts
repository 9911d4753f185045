import {
  emailPreviewSchema,
  emailStatsSchema,
  sendTestSchema,
  variablesQuerySchema,
} from '@ostatok/api/contract/email-templates.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import type { Templates } from '../mail/templates.service.ts';
import type { TestLetters } from '../mail/test-letters.ts';
import type { Campaigns } from './campaigns.service.ts';

/** Mounted at /api/admin/email, behind the administrator's guard. */
export function emailRoutes(campaigns: Campaigns, templates: Templates, tests: TestLetters): Router {
  const router = Router();

  router.get('/stats', async (req, res) => {
    const { days } = parse(emailStatsSchema, req.query);
    res.json({ success: true, ...(await campaigns.stats(days)) });
  });

  router.get('/variables', (req, res) => {
    const { type } = parse(variablesQuerySchema, req.query);
    res.json({ success: true, variables: templates.variables(type) });
  });

  router.post('/preview', async (req, res) => {
    res.json({ success: true, ...(await templates.preview(parse(emailPreviewSchema, req.body))) });
  });

  router.post('/send-test', async (req, res) => {
    const email = await tests.send(callerOf(req).userId, parse(sendTestSchema, req.body));
    res.json({ success: true, message: `Тестовое письмо отправлено на ${email}`, email });
  });

  return router;
}
