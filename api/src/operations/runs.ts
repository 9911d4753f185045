import type { OperationKind } from '@ostatok/api/contract/operations.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { tryLock } from '../platform/locks.queries.ts';
import { pluckUnfinished } from './operations.queries.ts';
import { runOperation } from './run.ts';
import { begin, findOpen } from './runs.queries.ts';
import type { Work } from './work.ts';

/** The most operations of one process at once. */
const AT_ONCE = 6;
/** How often unfinished operations of other processes are looked for. */
const LOOK_EVERY_MS = 10_000;
/** The shortest interval between two notifications of progress. */
const NOTIFY_EVERY_MS = 500;

interface RunsDeps {
  db: Knex;
  /** Connections that only hold locks for as long as the work takes; the work itself uses others. */
  lockPool: Knex;
  /** Notifies pages that show the operation. */
  notify: (db: Db, id: string) => Promise<void>;
  log: Logger;
  now: () => Date;
}

/**
 * Runs each operation in one process at a time, under a database lock that lives as long as its connection. A dead
 * process's operations are therefore free at once.
 */
export function createRuns({ db, lockPool, notify, log, now }: RunsDeps) {
  const kinds = new Map<OperationKind, Work>();
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const failed = (id: string) => (error: unknown) => log.error({ err: error, operation: id }, 'operation interrupted');

  async function runHeld(id: string): Promise<boolean> {
    const row = await findOpen(db, id);
    const work = row && kinds.get(row.kind);
    if (!work) return false;
    await begin(db, id, now());
    let due: NodeJS.Timeout | undefined;
    const sayNow = (): Promise<void> => notify(db, id).catch(failed(id));
    const onProgress = (): void => {
      due ??= setTimeout(() => {
        due = undefined;
        void sayNow();
      }, NOTIFY_EVERY_MS);
    };
    try {
      await runOperation(row, { db, work, signal: stopping.signal, onProgress, log, now });
    } finally {
      clearTimeout(due);
      await sayNow();
    }
    return true;
  }

  /** Returns false when another process runs it or there is nothing to do. */
  const runWithLock = (id: string): Promise<boolean> =>
    lockPool.transaction(async (trx) => (await tryLock(trx, 'operation', id)) && runHeld(id));

  /** Runs it in the background; an operation that runs already, here or elsewhere, is left alone. */
  function take(id: string): void {
    if (running.has(id) || running.size >= AT_ONCE || stopping.signal.aborted) return;
    const work = runWithLock(id)
      .catch(failed(id))
      .then((ran) => {
        running.delete(id);
        // another operation may wait for the free place, or this one may have been resumed
        if (ran) look();
      });
    running.set(id, work);
  }

  function look(): void {
    if (stopping.signal.aborted) return;
    pluckUnfinished(db).then(
      (ids) => ids.forEach(take),
      (error) => log.error({ err: error }, 'operations not looked through'),
    );
  }

  return {
    define: (kind: OperationKind, work: Work): void => void kinds.set(kind, work),
    take,
    /** Takes up unfinished operations now and regularly, until the returned function is called. */
    watch(): () => Promise<void> {
      look();
      const timer = setInterval(look, LOOK_EVERY_MS);
      return async () => {
        clearInterval(timer);
        stopping.abort();
        await Promise.all(running.values());
      };
    },
  };
}
