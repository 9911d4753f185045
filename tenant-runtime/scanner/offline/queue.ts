import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { MAX_BATCH } from '@ostatok/tenant-runtime/contract/limits.ts';
import type { Database } from './database.ts';
import { confirmKept, discardKept, keep, readOwn, releaseKept, type Settlement, settle } from './journal.ts';
import { type Kept, nextPortion, type Operation, type Said } from './operations.ts';
import { type Api, sendPortion, TooMuch } from './send.ts';
import { claimKept, type Taken, type TakenBack, takeBackKept } from './take-back.ts';

export interface QueueState {
  kept: readonly Kept[];
  sending: boolean;
  /** Why the last attempt failed; navigator.onLine is not reliable. */
  problem: { offline: boolean; text: string } | null;
}

interface QueueOptions {
  db: Database;
  api: Api;
  owner: { id: number; name: string };
  /** Called with the outcome after it has been stored. */
  onSettled: (settlement: Settlement) => void;
  /** The number of seconds the server asked to wait in its last refusal. */
  retryAfter?: () => number;
}

const NAME = 'ostatok-scanner-queue';
const SMALLEST_PORTION = 20;
const SHORTEST_MS = 1_500;
const REACH_MS = 15_000;
const OFFLINE_MS = 12_000;
const BUSY_MS = 60_000;

/** Runs the work under a Web Lock, so that only one open tab sends; the others see the result. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(NAME, work);
  else await work();
}

const problemOf = (error: unknown): { offline: boolean; text: string } => {
  const answered = error instanceof ApiError && error.status > 0;
  return { offline: !answered, text: answered ? error.message : 'Нет связи' };
};

/** Sends the records on this phone's disk to the server in the order they were made. */
export async function createQueue({ db, api, owner, onSettled, retryAfter = () => 0 }: QueueOptions) {
  let state: QueueState = { kept: await readOwn(db, owner.id), sending: false, problem: null };
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let failures = 0;
  // On a connection that breaks often small batches get through where large ones never do.
  let limit = MAX_BATCH;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const others = new BroadcastChannel(NAME);
  others.onmessage = () => void reload().catch(() => {});

  function publish(next: Partial<QueueState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  async function reload(): Promise<void> {
    if (!closed) publish({ kept: await readOwn(db, owner.id) });
  }

  async function changed(): Promise<void> {
    if (closed) return;
    others.postMessage('changed');
    await reload();
  }

  function tryLater(error: unknown): void {
    const problem = problemOf(error);
    failures += 1;
    const pause = Math.min(SHORTEST_MS * 2 ** (failures - 1), problem.offline ? OFFLINE_MS : BUSY_MS);
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void sync(), Math.max(pause, retryAfter() * 1000));
    publish({ problem });
  }

  /**
   * When the connection is doubtful, a harmless request goes first: a record that certainly never left the phone can be
   * taken back without a trace.
   */
  async function reach(portion: readonly Kept[]): Promise<void> {
    const doubted = state.problem?.offline === true || navigator.onLine === false;
    if (doubted && portion.some(({ unsent }) => unsent)) {
      await api.get('/venue', { signal: AbortSignal.timeout(REACH_MS) });
    }
  }

  async function drain(): Promise<void> {
    while (!closed) {
      const waiting = (await readOwn(db, owner.id)).filter(({ error }) => error === undefined);
      const next = nextPortion(waiting, limit);
      if (next.length === 0) return;
      publish({ sending: true });
      try {
        await reach(next);
        const portion = await claimKept(db, next);
        if (portion.length === 0) continue;
        const settlement = await sendPortion(api, portion);
        if (closed) return;
        await settle(db, settlement);
        failures = 0;
        limit = Math.min(MAX_BATCH, limit * 2);
        const kept = await readOwn(db, owner.id);
        // Published together, so that an amount never appears twice.
        onSettled(settlement);
        publish({ kept, problem: null });
        others.postMessage('changed');
      } catch (error) {
        if (closed) return;
        if (error instanceof TooMuch) {
          limit = Math.ceil(next.length / 2);
          continue;
        }
        limit = Math.max(SMALLEST_PORTION, Math.ceil(limit / 2));
        return tryLater(error);
      }
    }
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    do {
      again = false;
      await alone(drain);
    } while (again && !closed);
  }

  function sync(): Promise<void> {
    if (closed) return Promise.resolve();
    again = running !== undefined;
    running ??= run()
      // The storage itself failed; the records are unchanged.
      .catch((error: unknown) => {
        if (!closed) tryLater(error);
      })
      .finally(() => {
        running = undefined;
        if (!closed) publish({ sending: false });
      });
    return running;
  }

  return {
    snapshot: (): QueueState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /**
     * Resolves when the record is safe on the phone's disk; only then may success be shown. `instead` is the refused
     * record that it corrects.
     */
    async add(said: Omit<Said, 'owner' | 'ownerName'>, operation: Operation, instead?: number): Promise<Kept> {
      const kept = await keep(db, { ...said, owner: owner.id, ownerName: owner.name }, operation, instead);
      if (instead === undefined) publish({ kept: [...state.kept, kept] });
      else await reload();
      others.postMessage('changed');
      void sync();
      return kept;
    },
    sync,
    async retry(seqs: readonly number[]): Promise<void> {
      await releaseKept(db, seqs);
      await changed();
      await sync();
    },
    /** The user confirms the amount in question, or `instead`. */
    async confirm(seq: number, instead?: number): Promise<void> {
      await confirmKept(db, seq, instead);
      await changed();
      await sync();
    },
    async takeBack(reverse: Pick<Said, 'id' | 'at'>, taken: Taken): Promise<TakenBack> {
      const how = await takeBackKept(db, { ...reverse, owner: owner.id, ownerName: owner.name }, taken);
      await changed();
      void sync();
      return how;
    },
    async discard(seq: number): Promise<void> {
      await discardKept(db, seq);
      await changed();
    },
    close(): void {
      closed = true;
      clearTimeout(timer);
      others.close();
    },
  };
}
export type Queue = Awaited<ReturnType<typeof createQueue>>;
