import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { quoted } from '@ostatok/kit/node/russian.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import type { Live } from '../live/live.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import { deleteOverVisits, deleteVisits, listStrayVisits, type StrayVisit } from './support-visits.queries.ts';

/** How often missed events and unresponsive tenants are retried. */
const LOOK_EVERY_MS = 15_000;
/** How long an ended visit is kept: when a clock that ran ahead is set back, the visit is running again. */
const KEEP_OVER_MS = 2 * 86_400_000;

/**
 * Ends the visits of people who are no longer administrators (blocked, demoted or deleted), and of sessions that were
 * ended in any way.
 */
export function createSupportVisits(deps: {
  db: Knex;
  runtime: Pick<TenantRuntime, 'endSupport'>;
  sessions: Pick<Sessions, 'forget'>;
  activity: Pick<Activity, 'record'>;
  security: Pick<SecurityLog, 'record'>;
  live: Pick<Live, 'listen'>;
  log: Logger;
  now?: () => Date;
}) {
  const { db, runtime, sessions, activity, security, live, log, now = () => new Date() } = deps;

  async function end(visit: StrayVisit): Promise<void> {
    // nobody can enter a suspended tenant, but it may be resumed within the visit's hour
    if (visit.status === 'suspended') return;
    if (visit.status === 'active') await runtime.endSupport(visit.tenant_id, visit.administrator);
    await db.transaction(async (trx) => {
      // another process may have ended it too
      if ((await deleteVisits(trx, visit)) === 0) return;
      const { display_name, subdomain, administrator, administrator_id, tenant_id, demoted } = visit;
      const target = `tenant:${tenant_id}`;
      const why = demoted ? `${administrator} больше не администратор` : `сеанс ${administrator} завершён`;
      await activity.record(trx, {
        actorId: null,
        action: 'tenant.support_ended',
        description: `Вход поддержки прекращён: заведение ${quoted(display_name)} (${subdomain}), ${why}`,
        target,
      });
      await security.record(trx, { event: 'support.ended', userId: administrator_id, target, details: why });
    });
  }

  async function endStray(): Promise<void> {
    for (const visit of await listStrayVisits(db, now())) {
      await end(visit).catch((err) => log.error({ err, tenant: visit.tenant_id }, 'visit of support not ended yet'));
    }
  }

  const look = (): void => void endStray().catch((err) => log.error({ err }, 'visits of support not looked through'));

  return {
    /** Deletes visits that ended long ago; `at` must come from the trusted clock. */
    forget: (at: Date): Promise<number> => deleteOverVisits(db, new Date(at.getTime() - KEEP_OVER_MS)),

    /** Rechecks administrators whenever an account changes, until the returned function is called. */
    async watch(): Promise<() => void> {
      const timer = setInterval(look, LOOK_EVERY_MS);
      const onEvent: Parameters<Live['listen']>[0] = ({ resource, id }) => {
        if (resource === 'users' && id) sessions.forget(Number(id));
        // a suspended tenant may have been resumed
        if (resource === 'users' || resource === 'tenants') look();
      };
      const leave = await live.listen(onEvent, () => undefined).catch(() => undefined);
      look();
      return () => {
        clearInterval(timer);
        leave?.();
      };
    },
  };
}
export type SupportVisits = ReturnType<typeof createSupportVisits>;
