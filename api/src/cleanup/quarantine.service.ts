import { randomUUID } from 'node:crypto';
import type { ActivityAction } from '@ostatok/api/contract/activity-labels.ts';
import type { QuarantineItem } from '@ostatok/api/contract/cleanup.endpoints.ts';
import type { CleanupAction } from '@ostatok/api/contract/cleanup.ts';
import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { AppError, Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createConcurrencyLimit } from '../../../kit/node/concurrency-limit.ts';
import type { Activity } from '../activity/activity.service.ts';
import { takeLock } from '../platform/locks.queries.ts';
import type { TrustedClock } from '../trusted-clock/trusted-clock.service.ts';
import {
  asideOf,
  findOpen,
  findQuarantined,
  insertQuarantined,
  listQuarantined,
  moveTo,
  pluckDue,
  type QuarantineRow,
} from './quarantine.queries.ts';
import type { CleanupWork, Found, QuarantineSteps } from './work.ts';

const QUARANTINE_MS = 7 * 86_400_000;
/** How many entries are worked on concurrently: each holds a connection. */
const AT_ONCE = 4;

/** The `…ing` moments are recorded and nothing is done yet; at the others the work is done and not yet recorded. */
export type QuarantineMoment = 'taking' | 'taken' | 'restoring' | 'restored' | 'purging' | 'purged';

interface QuarantineDeps {
  db: Knex;
  /** The pool that holds the lock while files, processes and databases are moved. */
  lockPool: Knex;
  works: Record<CleanupAction, CleanupWork>;
  activity: Pick<Activity, 'record'>;
  /** No purge begins while the clock cannot be trusted; one that has begun is finished. */
  trustedClock: Pick<TrustedClock, 'trusted'>;
  /** Makes open pages reload. */
  notify: (db: Db, id: string) => Promise<void>;
  log: Logger;
  now: () => Date;
  onMoment?: (moment: QuarantineMoment, action: CleanupAction) => void | Promise<void>;
}

const toItem = (row: QuarantineRow): QuarantineItem => ({
  id: row.id,
  action: row.action,
  key: row.key,
  label: row.label,
  why: row.why,
  quarantined_at: row.quarantined_at.toISOString(),
  purge_at: row.purge_at.toISOString(),
  status: row.status,
});

function refusal(status: QuarantineItem['status']): Conflict {
  if (status === 'restored') return new Conflict('already_restored', 'Это уже возвращено');
  if (status === 'taking') return new Conflict('not_ready', 'Это ещё откладывается. Повторите через минуту');
  return new Conflict('already_purged', 'Это уже удалено навсегда');
}

const reached = async (
  { onMoment }: QuarantineDeps,
  moment: QuarantineMoment,
  { action }: QuarantineRow,
): Promise<void> => onMoment?.(moment, action);

function stepsOf({ works }: QuarantineDeps, action: CleanupAction): QuarantineSteps {
  const { quarantine: steps } = works[action];
  if (!steps) throw new Error(`${action} sets nothing aside`);
  return steps;
}

async function move(
  { db, notify, activity }: QuarantineDeps,
  row: QuarantineRow,
  from: QuarantineItem['status'],
  status: QuarantineItem['status'],
  says?: { actorId: number | null; action: ActivityAction; what: string },
): Promise<void> {
  await db.transaction(async (trx) => {
    await moveTo(trx, row.id, [from], status);
    await notify(trx, row.id);
    if (!says) return;
    const description = `${says.what}: «${row.label}»`;
    await activity.record(trx, {
      actorId: says.actorId,
      action: says.action,
      description,
      target: `quarantine:${row.id}`,
    });
  });
}

async function take(deps: QuarantineDeps, row: QuarantineRow): Promise<void> {
  await reached(deps, 'taking', row);
  await stepsOf(deps, row.action).setAside(row.key, asideOf(row), row.was);
  await reached(deps, 'taken', row);
  await move(deps, row, 'taking', 'kept');
}

async function restore(deps: QuarantineDeps, row: QuarantineRow, actorId: number | null): Promise<void> {
  await reached(deps, 'restoring', row);
  const steps = stepsOf(deps, row.action);
  try {
    await steps.restore(row.key, asideOf(row), row.was);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // its place is taken: what was restored in part is set aside again
    await steps.setAside(row.key, asideOf(row), row.was);
    await move(deps, row, 'restoring', 'kept');
    throw error;
  }
  await reached(deps, 'restored', row);
  await move(deps, row, 'restoring', 'restored', {
    actorId,
    action: 'cleanup.restored',
    what: 'Возвращено из карантина',
  });
}

async function purge(deps: QuarantineDeps, row: QuarantineRow): Promise<void> {
  await reached(deps, 'purging', row);
  await stepsOf(deps, row.action).purge(row.key, asideOf(row), row.was);
  await reached(deps, 'purged', row);
  await move(deps, row, 'purging', 'purged', {
    actorId: null,
    action: 'cleanup.purged',
    what: 'Удалено из карантина навсегда',
  });
}

async function begin(
  deps: QuarantineDeps,
  action: CleanupAction,
  found: Found,
  operationId: string,
): Promise<QuarantineRow> {
  const row: QuarantineRow = {
    id: randomUUID(),
    action,
    key: found.key,
    label: found.label,
    why: found.why,
    was: (await stepsOf(deps, action).snapshot(found.key)) as Record<string, unknown>,
    status: 'taking',
    operation_id: operationId,
    quarantined_at: deps.now(),
    purge_at: new Date(deps.now().getTime() + QUARANTINE_MS),
  };
  await insertQuarantined(deps.db, row);
  return row;
}

/** Finishes interrupted steps, and purges what has been kept long enough. */
async function carryOn(deps: QuarantineDeps, row: QuarantineRow, at: Date | undefined): Promise<void> {
  if (row.status === 'taking') await take(deps, row);
  if (row.status === 'restoring') await restore(deps, row, null);
  if (row.status === 'kept' && at && row.purge_at <= at) {
    await move(deps, row, 'kept', 'purging');
    await purge(deps, row);
  }
  if (row.status === 'purging') await purge(deps, row);
}

/**
 * Keeps what a cleanup has set aside for a week before it is purged. Every step is recorded before it is done, so that
 * another process can finish it after a crash; one process at a time works on an entry.
 */
export function createQuarantine(deps: QuarantineDeps) {
  const { db, lockPool, works, trustedClock, log } = deps;

  const turn = createConcurrencyLimit(AT_ONCE);

  const alone = <T>(action: CleanupAction, key: string, work: () => Promise<T>): Promise<T> =>
    turn(() =>
      lockPool.transaction(async (lock) => {
        await takeLock(lock, `cleanup ${action}`, key);
        return work();
      }),
    );

  return {
    /** Sets aside what has not changed since the plan was made. A repetition by the same operation finishes it. */
    take: (action: CleanupAction, key: string, evidence: string, operationId: string): Promise<string | undefined> =>
      alone(action, key, async () => {
        const open = await findOpen(db, action, key);
        if (open && (open.operation_id !== operationId || open.status === 'restoring')) return 'Уже в карантине';
        if (open) {
          if (open.status === 'taking') await take(deps, open);
          return undefined;
        }
        const [found] = await works[action].find([key]);
        if (!found) return 'Этого уже нет';
        if (found.evidence !== evidence) return 'Изменилось после составления плана';
        await take(deps, await begin(deps, action, found, operationId));
        return undefined;
      }),

    /** Restores exactly the earlier state. Throws NotFound, Conflict. */
    async restore(actorId: number, id: string): Promise<QuarantineItem> {
      const known = isUuid(id) ? await findQuarantined(db, id) : undefined;
      if (!known) throw new NotFound('В карантине такого нет', 'quarantine_not_found');
      return alone(known.action, known.key, async () => {
        // it may be being purged right now
        const at = await trustedClock.trusted();
        if (known.status === 'kept' && at && known.purge_at <= at) throw refusal('purging');
        if (!(await moveTo(db, id, ['kept', 'restoring'], 'restoring'))) {
          throw refusal((await findQuarantined(db, id))?.status ?? 'purged');
        }
        await restore(deps, { ...known, status: 'restoring' }, actorId);
        return toItem({ ...known, status: 'restored' });
      });
    },

    /** Runs by schedule. A failure with one entry does not stop the others, and is reported at the end. */
    async sweep(): Promise<void> {
      const errors: unknown[] = [];
      const at = await trustedClock.trusted();
      for (const id of await pluckDue(db, at)) {
        const known = await findQuarantined(db, id);
        if (!known) continue;
        await alone(known.action, known.key, async () => {
          const row = await findQuarantined(db, id);
          if (row) await carryOn(deps, row, at);
        }).catch((error) => {
          log.error({ err: error, quarantine: id }, 'quarantined thing not carried on');
          errors.push(error);
        });
      }
      if (errors.length > 0) throw new AggregateError(errors, `${errors.length} quarantined things wait`);
    },

    async list(query: Parameters<typeof listQuarantined>[1]): Promise<{ rows: QuarantineItem[]; total: number }> {
      const { rows, total } = await listQuarantined(db, query);
      return { rows: rows.map(toItem), total };
    },
  };
}
