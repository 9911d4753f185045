import { randomUUID } from 'node:crypto';
import type { CleanupPlan, CleanupResult } from '@ostatok/api/contract/cleanup.endpoints.ts';
import type { CleanupAction } from '@ostatok/api/contract/cleanup.ts';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { AppError, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { TrustedClock } from '../trusted-clock/trusted-clock.service.ts';
import { deletePlans, findPlan, insertPlan, type PlanRow } from './plans.queries.ts';
import { createQuarantine, type QuarantineMoment } from './quarantine.service.ts';
import type { CleanupWork, Found } from './work.ts';

const PLAN_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
const AT_ONCE = 2;

const titles: Record<CleanupAction, string> = {
  orphaned_db: 'Очистка: базы данных без заведений',
  orphaned_containers: 'Очистка: процессы без заведений',
  test_tenants: 'Очистка: тестовые заведения',
  fix_mismatches: 'Очистка: исправление состояний',
  deleted_tenants: 'Очистка: удалённые заведения',
  orphaned_nginx: 'Очистка: файлы сайтов без заведений',
};
const done: Record<CleanupWork['counts'], string> = { deleted: 'Удалено', removed: 'Убрано', fixed: 'Исправлено' };

interface Input {
  action: CleanupAction;
  found: number;
  checked: number | null;
}

interface CleanupDeps {
  db: Knex;
  lockPool: Knex;
  works: Record<CleanupAction, CleanupWork>;
  operations: Pick<Operations, 'define' | 'start'>;
  activity: Pick<Activity, 'record'>;
  trustedClock: Pick<TrustedClock, 'trusted'>;
  notify: (db: Db, quarantineId: string) => Promise<void>;
  log: Logger;
  now?: () => Date;
  onMoment?: (moment: QuarantineMoment, action: CleanupAction) => void | Promise<void>;
}

const toPlan = ({ items, created_at, expires_at, ...plan }: PlanRow): CleanupPlan => ({
  ...plan,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
  total: items.length,
  items: items.map(({ evidence: _, ...item }) => item),
});

/** Six cleanup actions. Each makes a plan first and then does exactly that, skipping what has changed since. */
export function createCleanup(deps: CleanupDeps) {
  const { db, works, operations, activity, now = () => new Date() } = deps;
  const quarantine = createQuarantine({ ...deps, now });

  function resultOf({ action, found, checked }: Input, count: number): CleanupResult {
    const { counts } = works[action];
    const of = checked ?? found;
    const message = of === 0 ? 'Очищать нечего' : `${done[counts]}: ${count} из ${found}`;
    return { [counts]: count, ...(checked === null ? { found } : { checked }), message };
  }

  async function planned(action: CleanupAction, planId: string | undefined): Promise<Found[]> {
    if (!planId) return works[action].find();
    const plan = await findPlan(db, planId);
    if (!plan) throw new NotFound('Такого плана нет', 'plan_not_found');
    if (plan.action !== action) throw new InvalidInput('План составлен для другого действия', undefined, 'other_plan');
    if (plan.expires_at <= now()) throw new AppError(410, 'plan_expired', 'План устарел: составьте новый');
    return plan.items;
  }

  operations.define<{ evidence: string }, Input>('cleanup', {
    concurrency: AT_ONCE,
    maxAttempts: 2,
    async run({ key, payload }, { id, input: { action } }) {
      const { quarantine: steps, apply } = works[action];
      const why = steps ? await quarantine.take(action, key, payload.evidence, id) : await apply?.(key);
      return why === undefined ? {} : { status: 'skipped', message: why };
    },
    async finish({ input, done: count }) {
      const result = resultOf(input, count);
      return { message: result.message, result };
    },
  });

  return {
    /** Plans what would be cleaned up and why; valid for a quarter of an hour. */
    async plan(action: CleanupAction): Promise<CleanupPlan> {
      const created_at = now();
      const plan = {
        id: randomUUID(),
        action,
        items: await works[action].find(),
        created_at,
        expires_at: new Date(created_at.getTime() + PLAN_MS),
      };
      await insertPlan(db, plan);
      return toPlan(plan);
    },

    /** The operation is undefined when there is nothing to do. Throws Conflict while the same action is running. */
    async start(
      actorId: number,
      { action, planId, keys }: { action: CleanupAction; planId?: string | undefined; keys?: string[] | undefined },
    ): Promise<{ operation: Operation | undefined; result: CleanupResult }> {
      const all = await planned(action, planId);
      const items = keys ? all.filter(({ key }) => keys.includes(key)) : all;
      const checked = (await works[action].checked?.()) ?? null;
      const input: Input = { action, found: items.length, checked };
      if (items.length === 0) return { operation: undefined, result: resultOf(input, 0) };
      const operation = await db.transaction(async (trx) => {
        const started = await operations.start(trx, {
          kind: 'cleanup',
          title: titles[action],
          input,
          startedBy: actorId,
          items: items.map(({ key, label, evidence }) => ({ key, label, payload: { evidence } })),
          unique: `cleanup:${action}`,
        });
        await activity.record(trx, {
          actorId,
          action: `cleanup.${action}`,
          description: `${titles[action]} (${items.length})`,
          target: `operation:${started.id}`,
        });
        return started;
      });
      return { operation, result: resultOf(input, 0) };
    },
    /** The result so far, in the same shape as the final one. */
    resultSoFar: (action: CleanupAction, { result, total, done: count }: Operation): CleanupResult =>
      (result as CleanupResult | null) ?? resultOf({ action, found: total, checked: null }, count),

    quarantine,
    async sweep(): Promise<void> {
      await deletePlans(db, new Date(now().getTime() - DAY_MS));
      await quarantine.sweep();
    },
  };
}
export type Cleanup = ReturnType<typeof createCleanup>;
