import { type Knex, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import { Unavailable } from '@ostatok/kit/node/errors.ts';
import { passes, retried } from '../retried.ts';
import type { IsHidden } from './change-plan.ts';
import {
  type ChangeRequest,
  type PlainResult,
  type Written,
  writeChanges,
  writeFreshChanges,
} from './write-changes.ts';

/** The most changes in one transaction; one request is never divided. */
const BATCH = 1000;

interface Pending extends ChangeRequest {
  resolve: (results: PlainResult[]) => void;
  reject: (error: unknown) => void;
}

interface Deps {
  db: Knex;
  clock: () => Date;
  timezone: string;
  isHidden: IsHidden;
  /** Called after the commit. */
  onWritten: (written: Written) => void;
  /**
   * Called when it is unknown whether anything was written, because the database's answer may have been lost after its
   * commit.
   */
  onDoubt: () => void;
}

/**
 * The tenant's only writer of changes. Requests that arrive during a commit share the next transaction, and so the wait
 * for the disk. An answer means that the change is durable.
 */
export function createChangeWriter({ db, clock, timezone, isHidden, onWritten, onDoubt }: Deps) {
  const queue: Pending[] = [];
  let running: Promise<void> | undefined;
  let closed = false;

  function takeBatch(): Pending[] {
    let size = 0;
    let count = 0;
    for (const { changes } of queue) {
      if (count > 0 && size + changes.length > BATCH) break;
      size += changes.length;
      count += 1;
    }
    return queue.splice(0, count);
  }

  const when = () => ({ now: clock(), isHidden, timezone });

  /** Another process may write the same id at the same moment. */
  const also = [UNIQUE_VIOLATION];
  const writeFresh = (batch: Pending[]): Promise<Written | undefined> =>
    writeFreshChanges(db, batch, when()).catch((error) => {
      if (!passes(error, also)) throw error;
      return undefined;
    });
  const write = async (batch: Pending[]): Promise<Written> =>
    (await writeFresh(batch)) ?? retried(db, (trx) => writeChanges(trx, batch, when()), also);

  async function answer(batch: Pending[]): Promise<void> {
    let written: Written;
    try {
      written = await write(batch);
    } catch (error) {
      onDoubt();
      // One request that the database refuses must not fail the others in its batch.
      if (batch.length > 1) for (const one of batch) await answer([one]);
      else batch[0]?.reject(error);
      return;
    }
    for (const [index, one] of batch.entries()) one.resolve(written.results[index] ?? []);
    onWritten(written);
  }

  async function run(): Promise<void> {
    // Requests of the same event loop iteration are collected first.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) await answer(takeBatch());
    running = undefined;
  }

  return {
    submit({ changes, actor }: ChangeRequest): Promise<PlainResult[]> {
      if (changes.length === 0) return Promise.resolve([]);
      return new Promise((resolve, reject) => {
        if (closed) throw new Unavailable(2);
        queue.push({ changes, actor, resolve, reject });
        running ??= run();
      });
    },
    /** Writes what was submitted and accepts nothing more. */
    async close(): Promise<void> {
      closed = true;
      await running;
    },
  };
}
