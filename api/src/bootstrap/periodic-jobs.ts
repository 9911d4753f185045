import { LOG_RETENTION_DAYS } from '@ostatok/api/contract/my-data.ts';
import type { AliasImports } from '../alias-imports/alias-imports.service.ts';
import type { Schedule } from '../backups/schedule.service.ts';
import type { Billing } from '../billing/billing.service.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Retention } from '../retention/retention.service.ts';
import type { SecurityAlarms } from '../security/alarms.service.ts';
import type { SuspendedChats } from '../telegram/suspended-chats.service.ts';
import type { SubscriptionEnforcement } from '../tenants/supervisor/subscription-enforcement.service.ts';
import type { SupportVisits } from '../tenants/support/support-visits.service.ts';
import type { TrustedClock } from '../trusted-clock/trusted-clock.service.ts';

const EVERY_MINUTE = '* * * * *';
const DAY_MS = 86_400_000;

interface PeriodicWork {
  trustedClock: Pick<TrustedClock, 'trusted'>;
  billing: Pick<Billing, 'runDue' | 'reconcile' | 'runRefunds'>;
  enforcement: Pick<SubscriptionEnforcement, 'enforceAll'>;
  retention: Retention;
  operations: Pick<Operations, 'forget'>;
  supportVisits: Pick<SupportVisits, 'forget'>;
  suspendedChats: Pick<SuspendedChats, 'tellResumed'>;
  backups: Schedule;
  cleanup: { sweep: () => Promise<void> };
  aliasImports: Pick<AliasImports, 'forget'>;
  alarms: Pick<SecurityAlarms, 'raise'>;
}

/** Starts all periodic work. Each job also runs at the start, and its failures are counted in /metrics. */
export async function startPeriodicWork(
  jobs: Pick<Jobs, 'repeat'>,
  {
    trustedClock,
    billing,
    enforcement,
    retention,
    operations,
    supportVisits,
    suspendedChats,
    backups,
    cleanup,
    aliasImports,
    alarms,
  }: PeriodicWork,
): Promise<void> {
  // charges and endings stay when the clock is set right; this look is also how the trusted clock sees time pass
  await jobs.repeat('billing-due', EVERY_MINUTE, async () => {
    if (await trustedClock.trusted()) await billing.runDue();
  });
  await jobs.repeat('billing-reconcile', EVERY_MINUTE, billing.reconcile);
  await jobs.repeat('billing-refunds', EVERY_MINUTE, billing.runRefunds);
  await jobs.repeat('standing', '*/10 * * * *', enforcement.enforceAll);
  await jobs.repeat('suspended-chats', EVERY_MINUTE, suspendedChats.tellResumed);
  await jobs.repeat('erasures', '5 * * * *', retention.reapplyErasures);
  await jobs.repeat('venue-purge', '10 * * * *', retention.purgeVenues);
  await jobs.repeat('account-purge', '15 * * * *', retention.purgeAccounts);
  await jobs.repeat('log-purge', '20 * * * *', retention.purgeLogs);
  await jobs.repeat('operations-purge', '25 * * * *', async () => {
    const at = await trustedClock.trusted();
    if (!at) return;
    await operations.forget(new Date(at.getTime() - LOG_RETENTION_DAYS * DAY_MS));
    await supportVisits.forget(at);
  });
  await jobs.repeat('quarantine', '30 * * * *', cleanup.sweep);
  await jobs.repeat('alias-imports', '40 * * * *', async () => {
    if (await trustedClock.trusted()) await aliasImports.forget();
  });
  await jobs.repeat('security-alarms', '*/10 * * * *', alarms.raise);
  await jobs.repeat('backups', '35 * * * *', backups.makeDue);
  await jobs.repeat('backup-proofs', '50 * * * *', backups.proveDue);
}
