import type { Registry } from 'prom-client';
import type { Mail } from '../mail/mail.service.ts';
import { EVERY_MINUTE } from '../platform/jobs.ts';
import type { ApiRoots } from '../telegram/api-roots.ts';
import { type AlertChat, createAlertChat } from './alert-chat.service.ts';
import { createAlerts } from './alerts.service.ts';
import { attentionRoutes } from './attention.routes.ts';
import { type AttentionDeps, createAttention } from './attention.service.ts';
import { measureAttention } from './attention-metrics.ts';
import { createProcessReports, type ReportSources } from './process-reports.ts';

interface AttentionModuleDeps extends Omit<AttentionDeps, 'readReports'>, ReportSources {
  /** The id of this api process. */
  processId: string;
  mail: Pick<Mail, 'enqueue'>;
  /** The administrators' chat; absent where letters alone are sent. */
  alertChat: AlertChat | undefined;
  /** The address of the Bot API. */
  telegramApiRoots: ApiRoots;
}

/** What waits for an administrator, and the letters and messages about what cannot wait. */
export function createAttentionModule(deps: AttentionModuleDeps) {
  const reports = createProcessReports(deps);
  const attention = createAttention({ ...deps, readReports: reports.read });
  const { alertChat, telegramApiRoots } = deps;
  const chat = alertChat && createAlertChat({ ...deps, chat: alertChat, apiRoots: telegramApiRoots });
  const alerts = createAlerts({ ...deps, chat, readUrgent: attention.readUrgent });
  return {
    services: { alerts, readUrgent: attention.readUrgent, reports },
    routes: [attentionRoutes(attention.read)],
    registerMetrics: (registry: Registry): void => measureAttention(registry, attention.readUrgent),
    jobs: [
      {
        name: 'alerts',
        cron: EVERY_MINUTE,
        async run() {
          await alerts.report();
          // its failure is one of the job, so that a letter reports it
          await chat?.deliver();
        },
      },
    ],
  };
}
