import type { Logger } from '@ostatok/kit/node/log.ts';
import type { MountedRoutes } from '../auth/mounted.routes.ts';
import type { Billing } from '../billing/billing.service.ts';
import type { ConfiguredProvider } from '../billing/providers/configured.ts';
import { yookassaWebhookRoutes } from '../billing/yookassa-webhook.routes.ts';
import { createYookassaWebhook } from '../billing/yookassa-webhook.service.ts';
import { sandboxPaymentsRoutes } from '../sandbox/payments.routes.ts';
import { createSandboxPayments } from '../sandbox/payments.service.ts';

/** The payment webhook and the built-in bank. Mount them before other calls' bodies are read. */
export function paymentRoutes(billing: Billing, { provider, bank }: ConfiguredProvider, log: Logger): MountedRoutes[] {
  const routes: MountedRoutes[] = [];
  if (provider?.name === 'yookassa') {
    const router = yookassaWebhookRoutes(createYookassaWebhook({ billing, log }));
    routes.push({ path: '/api/billing/webhook/yookassa', access: 'anyone', router });
  }
  if (bank) {
    const router = sandboxPaymentsRoutes(createSandboxPayments({ bank, notify: billing.settlePayment }));
    routes.push({ path: '/sandbox/api/payments', access: 'anyone', router });
  }
  return routes;
}
