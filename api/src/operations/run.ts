import type { OperationStatus } from '@ostatok/api/contract/operations.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { OperationRow } from './operations.queries.ts';
import {
  beginAgain,
  type ClaimedItem,
  claim,
  endOperation,
  findRun,
  halt,
  listResults,
  putBack,
  settleItem,
  takeUpAgain,
} from './runs.queries.ts';
import type { ItemEnd, Run, Work } from './work.ts';

/** An item that was begun this often without ending is assumed to crash its process each time. */
const MOST_BEGINNINGS = 5;

interface RunDeps {
  db: Knex;
  work: Work;
  signal: AbortSignal;
  /** Is called when something of the operation has changed. */
  onProgress: () => void;
  log: Logger;
  now: () => Date;
}

/** The message for people; other errors appear only in the log. */
const sayOf = (error: unknown): string =>
  error instanceof AppError ? error.message : 'Внутренняя ошибка. Подробности — в журнале платформы';

/** Does the rest of an operation that no other process runs; returns when it is over, paused, or this process stops. */
export async function runOperation(row: OperationRow, deps: RunDeps): Promise<void> {
  const { db, work, signal, onProgress, log, now } = deps;
  const { id } = row;
  const op: Run = { id, input: row.input, signal };
  let failures = 0;
  let succeeded = row.done > 0;
  /** The items that were really tried, so far and at the moment. */
  let tried = row.done + row.failed;
  let underWay = 0;

  async function settle(item: ClaimedItem, end: Parameters<typeof settleItem>[3]): Promise<void> {
    await settleItem(db, id, item, end);
    if (end.status !== 'skipped') tried += 1;
    if (end.status !== 'skipped') failures = end.status === 'failed' ? failures + 1 : 0;
    if (end.status === 'done') succeeded = true;
    onProgress();
    if (work.stopAfterFailures && failures === work.stopAfterFailures) {
      await halt(db, id, 'failed', `Остановлено: ${failures} ошибок подряд`);
    }
  }

  async function runItem(item: ClaimedItem): Promise<void> {
    const began = performance.now();
    const ms = (): number => Math.round(performance.now() - began);
    let end: ItemEnd;
    try {
      end = await work.run(item, op);
    } catch (error) {
      if (signal.aborted) return putBack(db, id, item, item.attempt - 1);
      log.warn({ err: error, operation: id, kind: row.kind, item: item.key }, 'item failed');
      if (item.attempt < (work.maxAttempts ?? 1)) return putBack(db, id, item, item.attempt);
      return settle(item, { status: 'failed', message: sayOf(error), ms: ms() });
    }
    await settle(item, { ...end, status: end.status ?? 'done', ms: ms() });
  }

  async function runSome(goOn: () => boolean): Promise<void> {
    while (!signal.aborted && goOn()) {
      underWay += 1;
      try {
        const item = await claim(db, id);
        if (!item) return;
        onProgress();
        await runItem(item);
      } finally {
        underWay -= 1;
      }
    }
  }

  async function runAtOnce(goOn: () => boolean): Promise<void> {
    const lanes = Array.from({ length: work.concurrency }, () => runSome(goOn));
    for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason;
  }

  async function runRest(): Promise<void> {
    if (work.firstAlone) await runSome(() => !succeeded);
    for (const size of work.cohorts ?? []) {
      const end = tried + size;
      await runAtOnce(() => tried + underWay < end);
    }
    await runAtOnce(() => true);
  }

  /** Finishes items that a dead process had begun in an operation that was halted: half-done work helps nobody. */
  async function endBegun(): Promise<void> {
    for (const item of await beginAgain(db, id, MOST_BEGINNINGS)) {
      if (signal.aborted) return;
      await runItem(item);
    }
  }

  if (row.status === 'canceled' || row.status === 'failed') await endBegun();
  for (const item of await takeUpAgain(db, id, MOST_BEGINNINGS)) {
    await settle(item, { status: 'failed', message: `Прервано ${item.attempt} раз подряд` });
  }
  let present = await findRun(db, id);
  // when the operation was resumed while its last items ended, there is more to do
  while (present?.status === 'running' && present.waiting && !signal.aborted) {
    await runRest();
    present = await findRun(db, id);
  }
  if (!present || present.status === 'paused' || signal.aborted) return;
  const { status, message } = present;
  if (status === 'canceled' || status === 'failed') await halt(db, id, status, message ?? '');
  await endOperation(db, id, { ...(await endOf(present, op, deps)), at: now() });
}

interface End {
  status: OperationStatus;
  message: string | null;
  result: object | null;
}

async function endOf(row: OperationRow, op: Run, { db, work, log }: RunDeps): Promise<End> {
  if (row.status !== 'running') return { status: row.status, message: row.message, result: null };
  const { total, done, failed, skipped } = row;
  try {
    const results = (): Promise<object[]> => listResults(db, row.id);
    const end = await work.finish?.({ ...op, total, done, failed, skipped, results });
    const status = failed > 0 && done + skipped === 0 ? 'failed' : 'done';
    return { status, message: end?.message ?? null, result: end?.result ?? null };
  } catch (error) {
    if (op.signal.aborted) throw error;
    log.error({ err: error, operation: op.id, kind: row.kind }, 'operation did not finish');
    return { status: 'failed', message: sayOf(error), result: null };
  }
}
