import { randomUUID } from 'node:crypto';
import type { ActivityAction } from '@ostatok/api/contract/activity-labels.ts';
import type { CleanupAction, QuarantineItem } from '@ostatok/api/contract/cleanup.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { AppError, Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createConcurrencyLimit } from '../../../kit/node/concurrency-limit.ts';
import type { Activity } from '../overview/activity.service.ts';
import type { TrustedClock } from '../trusted-clock/trusted-clock.service.ts';
import {
  findOpen,
  findQuarantined,
  insertQuarantined,
  listQuarantined,
  lockThing,
  moveTo,
  pluckDue,
  type QuarantineRow,
} from './quarantine.queries.ts';
import type { CleanupWork, Found, QuarantineSteps } from './work.ts';

const QUARANTINE_MS = 7 * 86_400_000;
/** Things worked on at once: each holds a connection until it is done. */
const AT_ONCE = 4;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `…ing`: written down, nothing done yet; the others: done, not yet written down. */
export type QuarantineMoment = 'taking' | 'taken' | 'restoring' | 'restored' | 'purging' | 'purged';

interface QuarantineDeps {
  db: Knex;
  /** Where the lock on a thing is held while files, processes and databases move. */
  lockPool: Knex;
  works: Record<CleanupAction, CleanupWork>;
  activity: Pick<Activity, 'record'>;
  /** Nothing new goes for good while the clock may not be believed; what has begun to go is finished. */
  trustedClock: Pick<TrustedClock, 'trusted'>;
  /** Open pages look again. */
  tell: (db: Db, id: string) => Promise<void>;
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

/** Under which name it lies aside: whose it was and since when. */
const asideOf = ({ key, quarantined_at }: QuarantineRow): string =>
  `quarantine_${key}_${quarantined_at.toISOString().slice(0, 10).replaceAll('-', '')}`;

function refusal(status: QuarantineItem['status']): Conflict {
  if (status === 'restored') return new Conflict('already_restored', 'Это уже возвращено');
  if (status === 'taking') return new Conflict('not_ready', 'Это ещё откладывается. Повторите через минуту');
  return new Conflict('already_purged', 'Это уже удалено навсегда');
}

/**
 * Where cleaned-up things lie for a week before they go for good. Every step is written down before it is done, so
 * that whoever comes after a crash does the rest; one process at a time works on a thing.
 */
export function createQuarantine({
  db,
  lockPool,
  works,
  activity,
  trustedClock,
  tell,
  log,
  now,
  onMoment,
}: QuarantineDeps) {
  const reached = async (moment: QuarantineMoment, { action }: QuarantineRow): Promise<void> =>
    onMoment?.(moment, action);

  const turn = createConcurrencyLimit(AT_ONCE);

  const alone = <T>(action: CleanupAction, key: string, work: () => Promise<T>): Promise<T> =>
    turn(() =>
      lockPool.transaction(async (lock) => {
        await lockThing(lock, action, key);
        return work();
      }),
    );

  function stepsOf(action: CleanupAction): QuarantineSteps {
    const { quarantine: steps } = works[action];
    if (!steps) throw new Error(`${action} sets nothing aside`);
    return steps;
  }

  async function move(
    row: QuarantineRow,
    from: QuarantineItem['status'],
    status: QuarantineItem['status'],
    says?: { actorId: number | null; action: ActivityAction; what: string },
  ): Promise<void> {
    await db.transaction(async (trx) => {
      await moveTo(trx, row.id, [from], status);
      await tell(trx, row.id);
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

  async function take(row: QuarantineRow): Promise<void> {
    await reached('taking', row);
    await stepsOf(row.action).setAside(row.key, asideOf(row), row.was);
    await reached('taken', row);
    await move(row, 'taking', 'kept');
  }

  async function restore(row: QuarantineRow, actorId: number | null): Promise<void> {
    await reached('restoring', row);
    const steps = stepsOf(row.action);
    try {
      await steps.restore(row.key, asideOf(row), row.was);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // its place is taken: what was half brought back lies aside again
      await steps.setAside(row.key, asideOf(row), row.was);
      await move(row, 'restoring', 'kept');
      throw error;
    }
    await reached('restored', row);
    await move(row, 'restoring', 'restored', { actorId, action: 'cleanup.restored', what: 'Возвращено из карантина' });
  }

  async function purge(row: QuarantineRow): Promise<void> {
    await reached('purging', row);
    await stepsOf(row.action).purge(row.key, asideOf(row), row.was);
    await reached('purged', row);
    await move(row, 'purging', 'purged', {
      actorId: null,
      action: 'cleanup.purged',
      what: 'Удалено из карантина навсегда',
    });
  }

  async function begin(action: CleanupAction, found: Found, operationId: string): Promise<QuarantineRow> {
    const row: QuarantineRow = {
      id: randomUUID(),
      action,
      key: found.key,
      label: found.label,
      why: found.why,
      was: (await stepsOf(action).snapshot(found.key)) as Record<string, unknown>,
      status: 'taking',
      operation_id: operationId,
      quarantined_at: now(),
      purge_at: new Date(now().getTime() + QUARANTINE_MS),
    };
    await insertQuarantined(db, row);
    return row;
  }

  /** What was half-way is finished; what has lain long enough goes. */
  async function carryOn(row: QuarantineRow, at: Date | undefined): Promise<void> {
    if (row.status === 'taking') await take(row);
    if (row.status === 'restoring') await restore(row, null);
    if (row.status === 'kept' && at && row.purge_at <= at) {
      await move(row, 'kept', 'purging');
      await purge(row);
    }
    if (row.status === 'purging') await purge(row);
  }

  return {
    /** Sets aside what still is as it was when the plan was made. Repeated by the same operation, it finishes. */
    take: (action: CleanupAction, key: string, evidence: string, operationId: string): Promise<string | undefined> =>
      alone(action, key, async () => {
        const open = await findOpen(db, action, key);
        if (open && (open.operation_id !== operationId || open.status === 'restoring')) return 'Уже в карантине';
        if (open) {
          if (open.status === 'taking') await take(open);
          return undefined;
        }
        const [found] = await works[action].find([key]);
        if (!found) return 'Этого уже нет';
        if (found.evidence !== evidence) return 'Изменилось после составления плана';
        await take(await begin(action, found, operationId));
        return undefined;
      }),

    /** Brings back exactly what was. Throws NotFound, Conflict. */
    async restore(actorId: number, id: string): Promise<QuarantineItem> {
      const known = UUID.test(id) ? await findQuarantined(db, id) : undefined;
      if (!known) throw new NotFound('В карантине такого нет', 'quarantine_not_found');
      return alone(known.action, known.key, async () => {
        // whoever purges what is that old may be at it
        const at = await trustedClock.trusted();
        if (known.status === 'kept' && at && known.purge_at <= at) throw refusal('purging');
        if (!(await moveTo(db, id, ['kept', 'restoring'], 'restoring'))) {
          throw refusal((await findQuarantined(db, id))?.status ?? 'purged');
        }
        await restore({ ...known, status: 'restoring' }, actorId);
        return toItem({ ...known, status: 'restored' });
      });
    },

    /** By the clock. One that fails holds up nobody, but is told of. */
    async sweep(): Promise<void> {
      const errors: unknown[] = [];
      const at = await trustedClock.trusted();
      for (const id of await pluckDue(db, at)) {
        const known = await findQuarantined(db, id);
        if (!known) continue;
        await alone(known.action, known.key, async () => {
          const row = await findQuarantined(db, id);
          if (row) await carryOn(row, at);
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
