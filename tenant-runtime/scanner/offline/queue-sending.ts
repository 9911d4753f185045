import { backoffMs } from '@ostatok/kit/contract/backoff.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { MAX_BATCH } from '@ostatok/tenant-runtime/contract/limits.ts';
import type { Database } from './database.ts';
import { readOwn, type Settlement, settle } from './journal.ts';
import { type Kept, nextBatch } from './operations.ts';
import type { QueueState, QueueStore } from './queue-state.ts';
import { type Api, sendBatch, TooMuch } from './send.ts';
import { claimKept } from './take-back.ts';

interface SendingOptions {
  db: Database;
  api: Api;
  ownerId: number;
  queue: QueueStore;
  /** Called with the outcome after it has been stored. */
  onSettled: (settlement: Settlement) => void;
  /** The number of seconds the server asked to wait in its last refusal. */
  retryAfter: () => number;
}

const LOCK = 'ostatok-scanner-queue';
const SMALLEST_BATCH = 20;
const REACH_MS = 15_000;
const OFFLINE = { firstMs: 1_500, lastMs: 12_000 };
const BUSY = { firstMs: 1_500, lastMs: 60_000 };

/** Runs the work under a Web Lock, so that only one open tab sends; the others see the result. */
async function inOneTab(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(LOCK, work);
  else await work();
}

const problemOf = (error: unknown): { offline: boolean; text: string } => {
  const answered = error instanceof ApiError && error.status > 0;
  return { offline: !answered, text: answered ? error.message : 'Нет связи' };
};

/**
 * When the connection is doubtful, a harmless request goes first: a record that certainly never left the phone can be
 * taken back without a trace.
 */
async function reach(api: Api, { problem }: QueueState, batch: readonly Kept[]): Promise<void> {
  const doubted = problem?.offline === true || navigator.onLine === false;
  if (doubted && batch.some(({ unsent }) => unsent)) {
    await api.call('GET /api/venue', { signal: AbortSignal.timeout(REACH_MS) });
  }
}

/** Sends the records in the order they were made, in batches that the connection can carry. */
export function createSending({ db, api, ownerId, queue, onSettled, retryAfter }: SendingOptions) {
  let running: Promise<void> | undefined;
  let again = false;
  let failures = 0;
  // On a connection that breaks often small batches get through where large ones never do.
  let limit = MAX_BATCH;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tryLater(error: unknown): void {
    const problem = problemOf(error);
    failures += 1;
    const pause = backoffMs(problem.offline ? OFFLINE : BUSY, failures);
    clearTimeout(timer);
    if (!queue.isClosed()) timer = setTimeout(() => void sync(), Math.max(pause, retryAfter() * 1000));
    queue.publish({ problem });
  }

  async function drain(): Promise<void> {
    while (!queue.isClosed()) {
      const waiting = (await readOwn(db, ownerId)).filter(({ error }) => error === undefined);
      const next = nextBatch(waiting, limit);
      if (next.length === 0) return;
      queue.publish({ sending: true });
      try {
        await reach(api, queue.snapshot(), next);
        const batch = await claimKept(db, next);
        if (batch.length === 0) continue;
        const settlement = await sendBatch(api, batch);
        if (queue.isClosed()) return;
        await settle(db, settlement);
        failures = 0;
        limit = Math.min(MAX_BATCH, limit * 2);
        const kept = await readOwn(db, ownerId);
        // Published together, so that an amount never appears twice.
        onSettled(settlement);
        queue.publish({ kept, problem: null });
        queue.notifyTabs();
      } catch (error) {
        if (queue.isClosed()) return;
        if (error instanceof TooMuch) {
          limit = Math.ceil(next.length / 2);
          continue;
        }
        limit = Math.max(SMALLEST_BATCH, Math.ceil(limit / 2));
        return tryLater(error);
      }
    }
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    do {
      again = false;
      await inOneTab(drain);
    } while (again && !queue.isClosed());
  }

  function sync(): Promise<void> {
    if (queue.isClosed()) return Promise.resolve();
    again = running !== undefined;
    running ??= run()
      // The storage itself failed; the records are unchanged.
      .catch((error: unknown) => {
        if (!queue.isClosed()) tryLater(error);
      })
      .finally(() => {
        running = undefined;
        if (!queue.isClosed()) queue.publish({ sending: false });
      });
    return running;
  }

  return { sync, stop: (): void => clearTimeout(timer) };
}
