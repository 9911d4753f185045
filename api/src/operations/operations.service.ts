import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActsOn } from '@ostatok/api/contract/activity-labels.ts';
import type { Operation, OperationItem } from '@ostatok/api/contract/operations.endpoints.ts';
import type {
  OperationFilter,
  OperationItemFilter,
  OperationKind,
  OperationStatus,
} from '@ostatok/api/contract/operations.ts';
import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Activity } from '../activity/activity.service.ts';
import {
  deleteFinished,
  findLast,
  findOperation,
  insertItems,
  insertOperation,
  isOpen,
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

const LOOK_EVERY_MS = 200;

export interface OperationsOptions {
  db: Knex;
  /** The pool for locks that are held while operations run, so that they starve no other query; `db` by default. */
  lockPool?: Knex;
  /** Once the transaction is committed, some process takes the operation up. */
  enqueue: (trx: Knex.Transaction, id: string) => Promise<void>;
  /** Once the transaction is committed, open pages reload the operation. */
  notify: (db: Db, id: string) => Promise<void>;
  activity: Pick<Activity, 'record'>;
  /** How long an answer waits for the end of an operation; 20 seconds by default. */
  longestAnswerMs?: number | undefined;
  log: Logger;
  now?: () => Date;
}

interface NewOperation {
  kind: OperationKind;
  /** A Russian title; it names no person. */
  title: string;
  input?: object;
  startedBy: number | null;
  /** The items in the order they are begun; their keys differ. */
  items: NewItem[];
  /** At most one operation with this key is under way. */
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

interface OperationsDeps extends OperationsOptions {
  lockPool: Knex;
  now: () => Date;
}

async function get({ db }: OperationsDeps, id: string, reader: Db = db): Promise<Operation> {
  const row = isUuid(id) ? await findOperation(reader, id) : undefined;
  if (!row) throw new NotFound('Такой работы нет', 'operation_not_found');
  return toOperation(row);
}

/** Records an action and notifies open pages. */
const record = (
  { activity }: OperationsDeps,
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

/** Steers an operation; `change` does nothing when it is in that state already. */
function steer(
  deps: OperationsDeps,
  actorId: number,
  id: string,
  what: { action: ActsOn<'operation'>; says: string },
  change: (trx: Knex.Transaction, row: OperationRow) => Promise<boolean>,
): Promise<Operation> {
  return deps.db.transaction(async (trx) => {
    const row = isUuid(id) ? await lockOperation(trx, id) : undefined;
    if (!row) throw new NotFound('Такой работы нет', 'operation_not_found');
    if (row.finished_at || row.status === 'failed') {
      throw new Conflict('operation_finished', 'Эта работа уже закончена');
    }
    if (await change(trx, row)) {
      await record(deps, trx, actorId, id, { action: what.action, says: `${what.says}: ${row.title}` });
      await deps.enqueue(trx, id);
    }
    return get(deps, id, trx);
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

/** Starts an operation within the caller's transaction and records who did. Throws Conflict. */
async function start(
  deps: OperationsDeps,
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
    created_at: deps.now(),
  };
  if (!(await insertOperation(trx, row))) {
    throw new Conflict('already_running', 'Это уже выполняется. Дождитесь окончания или отмените');
  }
  await insertItems(trx, id, items);
  if (startedBy === null) await deps.notify(trx, id);
  else await record(deps, trx, startedBy, id, { action: 'started', says: `Начато: ${title}` });
  await deps.enqueue(trx, id);
  return get(deps, id, trx);
}

/** The newest operation whose input has these values. */
async function last({ db }: OperationsDeps, kind: OperationKind, input: object = {}): Promise<Operation | null> {
  const row = await findLast(db, kind, input);
  return row ? toOperation(row) : null;
}

async function list(
  { db }: OperationsDeps,
  filter: OperationFilter,
  page: ListPage,
): Promise<{ operations: Operation[]; total: number }> {
  const { rows, total } = await listOperations(db, filter, page);
  return { operations: rows.map(toOperation), total };
}

async function items(
  deps: OperationsDeps,
  id: string,
  filter: OperationItemFilter,
  page: ListPage,
): Promise<{ rows: OperationItem[]; total: number }> {
  await get(deps, id);
  return listItems(deps.db, id, filter, page);
}

/** Returns the operation when it is over or paused, or after this many milliseconds. */
async function waitFor(deps: OperationsDeps, id: string, ms: number): Promise<Operation> {
  for (const until = performance.now() + ms; ; await sleep(LOOK_EVERY_MS)) {
    const operation = await get(deps, id);
    if (isOver(operation) || performance.now() >= until) return operation;
  }
}

/** Skips waiting items; items under way are finished. */
const cancel = (deps: OperationsDeps, actorId: number, id: string): Promise<Operation> =>
  steer(deps, actorId, id, { action: 'canceled', says: 'Отменено' }, async (trx, { status }) => {
    if (status === 'canceled') return false;
    await halt(trx, id, 'canceled', 'Отменено');
    return true;
  });

/** Begins no more items; items under way are finished. */
const pause = (deps: OperationsDeps, actorId: number, id: string): Promise<Operation> =>
  steer(deps, actorId, id, { action: 'paused', says: 'Приостановлено' }, (trx, row) =>
    toStatus(trx, row, ['queued', 'running'], 'paused'),
  );

const resume = (deps: OperationsDeps, actorId: number, id: string): Promise<Operation> =>
  steer(deps, actorId, id, { action: 'resumed', says: 'Продолжено' }, (trx, row) =>
    toStatus(trx, row, ['paused'], row.started_at ? 'running' : 'queued'),
  );

/** Runs long work durably, item by item; another process takes it up when the first one dies. */
export function createOperations({
  db,
  lockPool = db,
  longestAnswerMs = 20_000,
  now = () => new Date(),
  ...clients
}: OperationsOptions) {
  const deps: OperationsDeps = { ...clients, db, lockPool, now };
  const { notify, log } = clients;
  const runs = createRuns({ db, lockPool, notify, log, now });

  return {
    /** Call it at start-up, before `watch`. */
    define: <Payload, Input>(kind: OperationKind, work: Work<Payload, Input>): void => runs.define(kind, work),
    watch: runs.watch,
    take: runs.take,

    start: (trx: Knex.Transaction, input: NewOperation) => start(deps, trx, input),

    get: (id: string): Promise<Operation> => get(deps, id),
    last: (kind: OperationKind, input?: object) => last(deps, kind, input),
    /** Tells whether one of this kind has not ended. */
    isOpen: (kind: OperationKind): Promise<boolean> => isOpen(db, kind),
    list: (filter: OperationFilter, page: ListPage) => list(deps, filter, page),
    items: (id: string, filter: OperationItemFilter, page: ListPage) => items(deps, id, filter, page),

    waitFor: (id: string, ms = longestAnswerMs) => waitFor(deps, id, ms),

    cancel: (actorId: number, id: string) => cancel(deps, actorId, id),
    pause: (actorId: number, id: string) => pause(deps, actorId, id),
    resume: (actorId: number, id: string) => resume(deps, actorId, id),

    /** Deletes operations that ended before this moment, with their items. */
    forget: (before: Date): Promise<number> => deleteFinished(db, before),
  };
}
export type Operations = ReturnType<typeof createOperations>;
