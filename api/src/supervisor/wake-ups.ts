import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { lookRegularly } from '../platform/regular-looks.ts';
import { pluckDue, setWakeAt } from './instances.queries.ts';
import type { TenantRuntime } from './tenant-runtime.service.ts';

const LOOK_EVERY_MS = 30_000;
/** Many tenants have work at the same minute; so many are woken at each look, the longest due first. */
const AT_ONCE = 10;

/** Wakes sleeping tenants when they have work to do, such as the reminder of a count. */
export function createWakeUps(deps: { db: Knex; runtime: Pick<TenantRuntime, 'wakeIfActive'>; log: Logger }) {
  const { db, runtime, log } = deps;

  /** A tenant that does not start now is due still, and is tried at the next look. */
  async function wakeDue(): Promise<void> {
    for (const id of await pluckDue(db, AT_ONCE)) {
      await runtime
        .wakeIfActive(id)
        .catch((error) => log.warn({ err: error, tenant: id }, 'tenant was not woken for its work'));
    }
  }

  return {
    wakeDue,
    /** Records when the tenant must be awake; null for no time. */
    report: (id: string, at: Date | null): Promise<void> => setWakeAt(db, id, at),
    /** Looks for due tenants regularly until the returned function is called, which waits for the present look. */
    watch: (): (() => Promise<void>) =>
      lookRegularly({
        everyMs: LOOK_EVERY_MS,
        look: wakeDue,
        onError: (error) => log.error({ err: error }, 'could not look for tenants to wake'),
      }),
  };
}
export type WakeUps = ReturnType<typeof createWakeUps>;
