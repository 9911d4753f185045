import type { ActivityAction } from '@ostatok/api/contract/activity-labels.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { quoted } from '@ostatok/kit/node/russian.ts';
import { createConcurrencyLimit } from '../../../kit/node/concurrency-limit.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Billing } from '../billing/billing.service.ts';
import { lockOwner } from '../platform/tenant-rows.queries.ts';
import {
  type EnforcedRow,
  listForEnforcement,
  pluckOwners,
  resume,
  suspend,
} from './subscription-enforcement.queries.ts';
import type { TenantRuntime } from './tenant-runtime.service.ts';

const BATCH = 100;
/** Processes that are stopped or renewed at once: nobody who asks for a venue waits behind a thousand of them. */
const AT_ONCE = 4;

type Limits = Pick<Awaited<ReturnType<Billing['limitsOf']>>, 'status' | 'maxInstances' | 'maxUsersPerInstance'>;

interface Settled {
  venues: EnforcedRow[];
  changed: string[];
  limits: Limits;
}

interface SubscriptionEnforcementOptions {
  db: Knex;
  billing: Pick<Billing, 'limitsOf'>;
  runtime: Pick<TenantRuntime, 'suspend' | 'renew'>;
  activity: Pick<Activity, 'record'>;
  /** A venue stopped or may run again: whoever keeps a list of them looks again. */
  onChange: (tenantId: string) => void;
  log: Logger;
  now?: () => Date;
}

const isWith = (venue: EnforcedRow, by: EnforcedRow['suspended_by']): boolean =>
  venue.status === 'suspended' && venue.suspended_by === by;

/** Those that take a place of the plan. */
const candidatesOf = (venues: EnforcedRow[]): EnforcedRow[] =>
  venues.filter((venue) => !isWith(venue, 'administrator'));

/** Which of an owner's venues, in their order, have to stop and which may run again; an administrator's word stays. */
function decide(
  venues: EnforcedRow[],
  { status, maxInstances }: Pick<Limits, 'status' | 'maxInstances'>,
): { stop: EnforcedRow[]; wake: EnforcedRow[] } {
  const places = status === 'expired' ? 0 : maxInstances;
  const candidates = candidatesOf(venues);
  const within = candidates.slice(0, places);
  return {
    stop: candidates.slice(places).filter((venue) => venue.status === 'active'),
    wake: within.filter((venue) => isWith(venue, 'billing')),
  };
}

interface SubscriptionEnforcementDeps extends SubscriptionEnforcementOptions {
  now: () => Date;
}

const record = (
  { activity }: SubscriptionEnforcementDeps,
  trx: Knex.Transaction,
  venues: EnforcedRow[],
  action: ActivityAction,
  what: string,
): Promise<unknown> =>
  Promise.all(
    venues.map(({ id, display_name, subdomain }) =>
      activity.record(trx, {
        actorId: null,
        action,
        description: `${what}: заведение ${quoted(display_name)} (${subdomain})`,
        target: `tenant:${id}`,
      }),
    ),
  );

/** Writes down what the subscription allows right now; the rows as they are then. */
function settle(deps: SubscriptionEnforcementDeps, ownerId: number, recordedId?: string): Promise<Settled | undefined> {
  return deps.db.transaction(async (trx) => {
    // a deleted account takes its venues along by itself
    if (!(await lockOwner(trx, ownerId))) return undefined;
    const limits = await deps.billing.limitsOf(ownerId, trx);
    const venues = await listForEnforcement(trx, ownerId);
    const { stop, wake } = decide(venues, limits);
    const ids = (rows: EnforcedRow[]): string[] => rows.map(({ id }) => id);
    const changed = ids([...stop, ...wake]);
    if (changed.length === 0) return { venues, changed, limits };
    await suspend(trx, ids(stop), 'billing', deps.now());
    await resume(trx, ids(wake), deps.now());
    await record(deps, trx, stop, 'tenant.suspended', 'Приостановлено по подписке');
    const unrecorded = wake.filter(({ id }) => id !== recordedId);
    await record(deps, trx, unrecorded, 'tenant.active', 'Возобновлено по подписке');
    return { venues: await listForEnforcement(trx, ownerId), changed, limits };
  });
}

/** How venues follow their owner's subscription. */
export function createSubscriptionEnforcement({ now = () => new Date(), ...clients }: SubscriptionEnforcementOptions) {
  const deps: SubscriptionEnforcementDeps = { ...clients, now };
  const { db, runtime, onChange, log } = deps;
  const following = new Set<Promise<void>>();
  const turn = createConcurrencyLimit(AT_ONCE);

  /** Processes as the rows say: also what a crash has left running, and what runs under old limits. */
  async function carryOut(
    { id, status, endpoint, max_users }: EnforcedRow,
    limits: Limits,
    isNew: boolean,
  ): Promise<void> {
    const asleep = endpoint === null;
    // one that has just been told to stop may be on its way up
    if (status === 'suspended' && (!asleep || isNew)) await turn(() => runtime.suspend(id));
    if (status === 'active' && !asleep && max_users !== limits.maxUsersPerInstance) await turn(() => runtime.renew(id));
  }

  async function enforce(ownerId: number, recordedId?: string): Promise<void> {
    const settled = await settle(deps, ownerId, recordedId);
    if (!settled) return;
    const { venues, changed, limits } = settled;
    for (const id of changed) onChange(id);
    const done = await Promise.allSettled(venues.map((venue) => carryOut(venue, limits, changed.includes(venue.id))));
    const failed = done.filter((one) => one.status === 'rejected');
    if (failed.length > 0)
      throw new AggregateError(
        failed.map(({ reason }) => reason),
        `venues of owner ${ownerId} do not follow yet`,
      );
  }

  return {
    /**
     * Brings an owner's venues in line with the subscription: stopped where it has expired or they are too many, the
     * newest first, and running again where they may. Idempotent, from any process; what a crash cut short the next
     * one finishes. `recordedId`: the activity says already who has woken this venue.
     */
    enforce,

    /** Suspends the tenant in the caller's transaction; one suspended by `billing` is judged anew by `enforce`. */
    suspend: (trx: Knex.Transaction, id: string, by: NonNullable<EnforcedRow['suspended_by']>): Promise<void> =>
      suspend(trx, [id], by, deps.now()),

    /** The owner's venues that take a place of the plan, by their ids: where it allows fewer, the first ones run. */
    keepOrder: async (ownerId: number): Promise<string[]> =>
      candidatesOf(await listForEnforcement(db, ownerId)).map(({ id }) => id),

    /** After what may have changed it, and nobody waits for: what fails is tried again by `enforceAll`. */
    follow(ownerId: number): Promise<void> {
      const work = enforce(ownerId)
        .catch((error) => log.error({ err: error, owner: ownerId }, 'enforcement not enforced'))
        .finally(() => following.delete(work));
      following.add(work);
      return work;
    },

    /** Everybody who has a venue. One who fails holds up nobody, but is told of. */
    async enforceAll(): Promise<void> {
      const errors: unknown[] = [];
      for (let after = 0; ; ) {
        const owners = await pluckOwners(db, after, BATCH);
        for (const owner of owners) {
          after = owner;
          await enforce(owner).catch((error) => void errors.push(error));
        }
        if (owners.length < BATCH) break;
      }
      if (errors.length > 0) throw new AggregateError(errors, `enforcement of ${errors.length} owners not enforced`);
    },

    /** Waits for those that follow. */
    async settled(): Promise<void> {
      while (following.size > 0) await Promise.all(following);
    },
  };
}
export type SubscriptionEnforcement = ReturnType<typeof createSubscriptionEnforcement>;
