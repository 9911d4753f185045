import type { Registry } from 'prom-client';
import type { Mail } from '../mail/mail.service.ts';
import { EVERY_MINUTE } from '../platform/jobs.ts';
import { createAlerts } from './alerts.service.ts';
import { attentionRoutes } from './attention.routes.ts';
import { type AttentionDeps, createAttention } from './attention.service.ts';
import { measureAttention } from './attention-metrics.ts';

/** What waits for an administrator, and the letters about what cannot wait. */
export function createAttentionModule(deps: AttentionDeps & { mail: Pick<Mail, 'enqueue'> }) {
  const attention = createAttention(deps);
  const alerts = createAlerts({ ...deps, readUrgent: attention.readUrgent });
  return {
    services: { alerts, readUrgent: attention.readUrgent },
    routes: [attentionRoutes(attention.read)],
    registerMetrics: (registry: Registry): void => measureAttention(registry, attention.readUrgent),
    jobs: [{ name: 'alerts', cron: EVERY_MINUTE, run: alerts.report }],
  };
}
