import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Express } from 'express';
import type { Billing } from '../billing/billing.service.ts';
import type { ConfiguredProvider } from '../billing/providers/configured.ts';
import { yookassaWebhookRoutes } from '../billing/yookassa-webhook.routes.ts';
import { createYookassaWebhook } from '../billing/yookassa-webhook.service.ts';
import { sandboxPaymentsRoutes } from '../sandbox/payments.routes.ts';
import { createSandboxPayments } from '../sandbox/payments.service.ts';

/** Mounts the payment webhook and the built-in bank, open to anybody. Mount it before other calls' bodies are read. */
export function mountPayments(
  app: Express,
  billing: Billing,
  { provider, bank }: ConfiguredProvider,
  log: Logger,
): void {
  if (provider?.name === 'yookassa')
    app.use('/api/billing/webhook/yookassa', yookassaWebhookRoutes(createYookassaWebhook({ billing, log })));
  if (bank) {
    const payments = createSandboxPayments({ bank, notify: billing.settlePayment });
    app.use('/sandbox/api/payments', sandboxPaymentsRoutes(payments));
  }
}
