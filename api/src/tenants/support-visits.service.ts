import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { quoted } from '@ostatok/kit/node/russian.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import type { Activity } from '../overview/activity.service.ts';
import type { Live } from '../overview/live.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import { deleteOverVisits, deleteVisits, listStrayVisits, type StrayVisit } from './support-visits.queries.ts';
import type { TenantRuntime } from './tenant-runtime.service.ts';

/** What was missed while the database was away, and venues that did not answer. */
const LOOK_EVERY_MS = 15_000;
/** A visit that is over is remembered a while: a clock that went ahead and is set right makes it go on. */
const KEEP_OVER_MS = 2 * 86_400_000;

/**
 * Ends the visits of administrators who are none any more (blocked, demoted or gone), and those of a sign-in that is
 * over, by whatever hand.
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
    // nobody enters it meanwhile, but it may run again within the hour
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
    /** Those that have been over for long, by a clock that may be believed. */
    forget: (at: Date): Promise<number> => deleteOverVisits(db, new Date(at.getTime() - KEEP_OVER_MS)),

    /** Administrators whose account changes are looked up anew, until the returned function is called. */
    async watch(): Promise<() => void> {
      const timer = setInterval(look, LOOK_EVERY_MS);
      const hear: Parameters<Live['listen']>[0] = ({ resource, id }) => {
        if (resource === 'users' && id) sessions.forget(Number(id));
        // a venue that stood still may run again
        if (resource === 'users' || resource === 'tenants') look();
      };
      const leave = await live.listen(hear, () => undefined).catch(() => undefined);
      look();
      return () => {
        clearInterval(timer);
        leave?.();
      };
    },
  };
}
export type SupportVisits = ReturnType<typeof createSupportVisits>;
