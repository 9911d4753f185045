import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActsOn } from '@ostatok/api/contract/activity-labels.ts';
import type {
  Operation,
  OperationFilter,
  OperationItem,
  OperationItemFilter,
  OperationKind,
  OperationStatus,
} from '@ostatok/api/contract/operations.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Activity } from '../overview/activity.service.ts';
import {
  deleteFinished,
  findLast,
  findOperation,
  insertItems,
  insertOperation,
  type ListedOperation,
  listItems,
  listOperations,
  lockOperation,
  type NewItem,
  type OperationRow,
  setStatus,
} from './operations.queries.ts';
import { halt } from './runs.queries.ts';
import { createRuns } from './runs.ts';
import type { Work } from './work.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LOOK_EVERY_MS = 200;

export interface OperationsDeps {
  db: Knex;
  /** Where locks are held while operations run: a pool of its own, so that they starve nobody; `db` unless told. */
  lockPool?: Knex;
  /** Once the transaction is committed, some process takes it up. */
  enqueue: (trx: Knex.Transaction, id: string) => Promise<void>;
  /** Those who watch look again, once the transaction is committed. */
  tell: (db: Db, id: string) => Promise<void>;
  activity: Pick<Activity, 'record'>;
  log: Logger;
  now?: () => Date;
}

interface NewOperation {
  kind: OperationKind;
  /** Russian; names nobody. */
  title: string;
  input?: object;
  startedBy: number | null;
  /** In the order they are begun; keys differ. */
  items: NewItem[];
  /** At most one with it is under way. */
  unique?: string;
}

const toOperation = (row: ListedOperation): Operation => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  status: row.status,
  total: row.total,
  done: row.done,
  failed: row.failed,
  skipped: row.skipped,
  message: row.message,
  result: row.result,
  started_by: row.email,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
});

const isOver = ({ status, finished_at }: Operation): boolean => finished_at !== null || status === 'paused';

/** Long pieces of work: durable, item by item, taken up again by another process where one dies. */
export function createOperations({
  db,
  lockPool = db,
  enqueue,
  tell,
  activity,
  log,
  now = () => new Date(),
}: OperationsDeps) {
  const runs = createRuns({ db, lockPool, tell, log, now });

  async function get(id: string, reader: Db = db): Promise<Operation> {
    const row = UUID.test(id) ? await findOperation(reader, id) : undefined;
    if (!row) throw new NotFound('Такой работы нет', 'operation_not_found');
    return toOperation(row);
  }

  /** Also tells those who watch. */
  const record = (
    trx: Knex.Transaction,
    actorId: number,
    id: string,
    what: { action: ActsOn<'operation'>; says: string },
  ) =>
    activity.record(trx, {
      actorId,
      action: `operation.${what.action}`,
      description: what.says,
      target: `operation:${id}`,
    });

  /** `change` does nothing where it is so already. */
  function steer(
    actorId: number,
    id: string,
    what: { action: ActsOn<'operation'>; says: string },
    change: (trx: Knex.Transaction, row: OperationRow) => Promise<boolean>,
  ): Promise<Operation> {
    return db.transaction(async (trx) => {
      const row = UUID.test(id) ? await lockOperation(trx, id) : undefined;
      if (!row) throw new NotFound('Такой работы нет', 'operation_not_found');
      if (row.finished_at || row.status === 'failed') {
        throw new Conflict('operation_finished', 'Эта работа уже закончена');
      }
      if (await change(trx, row)) {
        await record(trx, actorId, id, { action: what.action, says: `${what.says}: ${row.title}` });
        await enqueue(trx, id);
      }
      return get(id, trx);
    });
  }

  async function toStatus(
    trx: Knex.Transaction,
    { id, status }: OperationRow,
    from: OperationStatus[],
    to: OperationStatus,
  ): Promise<boolean> {
    if (status === 'canceled') throw new Conflict('operation_canceled', 'Эта работа отменена');
    return from.includes(status) && (await setStatus(trx, id, to)) > 0;
  }

  return {
    /** At start-up, before `watch`. */
    define: <Payload, Input>(kind: OperationKind, work: Work<Payload, Input>): void =>
      runs.define(kind, work as unknown as Work),
    watch: runs.watch,
    take: runs.take,

    /** In the transaction of what it belongs to; who began it is written down. Throws Conflict. */
    async start(
      trx: Knex.Transaction,
      { kind, title, input = {}, startedBy, items, unique }: NewOperation,
    ): Promise<Operation> {
      const id = randomUUID();
      const row = {
        id,
        kind,
        title,
        input: JSON.stringify(input),
        unique_key: unique ?? null,
        total: items.length,
        started_by: startedBy,
        created_at: now(),
      };
      if (!(await insertOperation(trx, row))) {
        throw new Conflict('already_running', 'Это уже выполняется. Дождитесь окончания или отмените');
      }
      await insertItems(trx, id, items);
      if (startedBy === null) await tell(trx, id);
      else await record(trx, startedBy, id, { action: 'started', says: `Начато: ${title}` });
      await enqueue(trx, id);
      return get(id, trx);
    },

    get: (id: string): Promise<Operation> => get(id),
    /** The newest whose input has these values. */
    async last(kind: OperationKind, input: object = {}): Promise<Operation | null> {
      const row = await findLast(db, kind, input);
      return row ? toOperation(row) : null;
    },
    async list(filter: OperationFilter, page: ListPage): Promise<{ operations: Operation[]; total: number }> {
      const { rows, total } = await listOperations(db, filter, page);
      return { operations: rows.map(toOperation), total };
    },
    async items(
      id: string,
      filter: OperationItemFilter,
      page: ListPage,
    ): Promise<{ rows: OperationItem[]; total: number }> {
      await get(id);
      return listItems(db, id, filter, page);
    },

    /** As it is when it is over or paused, or after so many milliseconds. */
    async waitFor(id: string, ms: number): Promise<Operation> {
      for (const until = performance.now() + ms; ; await sleep(LOOK_EVERY_MS)) {
        const operation = await get(id);
        if (isOver(operation) || performance.now() >= until) return operation;
      }
    },

    /** What waits is left out; what is under way ends. */
    cancel: (actorId: number, id: string): Promise<Operation> =>
      steer(actorId, id, { action: 'canceled', says: 'Отменено' }, async (trx, { status }) => {
        if (status === 'canceled') return false;
        await halt(trx, id, 'canceled', 'Отменено');
        return true;
      }),
    /** What is under way ends. */
    pause: (actorId: number, id: string): Promise<Operation> =>
      steer(actorId, id, { action: 'paused', says: 'Приостановлено' }, (trx, row) =>
        toStatus(trx, row, ['queued', 'running'], 'paused'),
      ),
    resume: (actorId: number, id: string): Promise<Operation> =>
      steer(actorId, id, { action: 'resumed', says: 'Продолжено' }, (trx, row) =>
        toStatus(trx, row, ['paused'], row.started_at ? 'running' : 'queued'),
      ),

    /** Those that ended before then, with their items. */
    forget: (before: Date): Promise<number> => deleteFinished(db, before),
  };
}
export type Operations = ReturnType<typeof createOperations>;
