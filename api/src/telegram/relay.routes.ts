import type { Logger } from '@ostatok/kit/node/log.ts';
import { type Response, Router } from 'express';
import { createProxyServer } from 'httpxy';
import type { ApiRoots } from './api-roots.ts';
import type { TelegramRelay } from './relay.service.ts';

/** Longer than any call of a bot: the longest is the upload of a workbook. */
const LONGEST_CALL_MS = 120_000;

/** The Bot API answers in this form, which bots understand. */
function refuse(res: Response, status: number, description: string): void {
  if (res.headersSent) res.destroy();
  else res.status(status).json({ ok: false, error_code: status, description });
}

/** Passes calls of the Bot API on: `/<tenant's id>/bot<token>/<method>`. */
export function telegramRelayRoutes(relay: TelegramRelay, { apiRoots, log }: { apiRoots: ApiRoots; log: Logger }) {
  const proxy = createProxyServer({ changeOrigin: true, proxyTimeout: LONGEST_CALL_MS });
  const router = Router();
  router.use('/:tenant', async (req, res) => {
    const { tenant } = req.params;
    if (!(await relay.mayCall(tenant, req.path))) return refuse(res, 401, 'Unauthorized');
    const root = apiRoots.current();
    await proxy.web(req, res, { target: root }).catch((error) => {
      apiRoots.note(root, false);
      log.warn({ err: error, tenant }, 'Telegram did not answer a venue');
      refuse(res, 502, 'Bad Gateway');
    });
  });
  return router;
}
