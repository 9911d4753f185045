import { createBackoff } from '@ostatok/kit/contract/backoff.ts';
import { worthRetrying } from '@ostatok/kit/web/api-client.ts';
import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import type { DecidedLine } from '@ostatok/tenant-runtime/contract/deliveries.ts';

/** A decision that the server has not taken yet. */
export interface QueuedDecision {
  decision: DecidedLine;
  /** Waiting to be sent, or sent and refused. */
  state: 'waiting' | 'refused';
  error?: string;
}

interface DecisionQueueOptions {
  send: (lines: DecidedLine[]) => Promise<void>;
  /** Called with the reason when decisions could not be saved before the page was left. */
  onLost: (reason: string) => void;
  /** Waits before the next attempt; injected so that a test need not wait. */
  wait?: (ms: number) => Promise<void>;
}

const RETRY = { firstMs: 500, lastMs: 10_000 };
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Saves decisions about a draft's lines as they are made, one request after another. A broken connection is tried again;
 * what the server refuses stays with its sentence until the line is decided anew.
 */
export function createDecisionQueue({ send, onLost, wait = sleep }: DecisionQueueOptions) {
  let queued: ReadonlyMap<number, QueuedDecision> = new Map();
  let trouble: string | null = null;
  let running = false;
  let closed = false;
  let wake: () => void = () => {};
  const updates = createEmitter();

  function publish(next: ReadonlyMap<number, QueuedDecision>): void {
    queued = next;
    updates.emit();
  }

  const waiting = (): DecidedLine[] =>
    [...queued.values()].flatMap(({ decision, state }) => (state === 'waiting' ? [decision] : []));

  /** Removes decisions that were taken, but not those that were made anew meanwhile. */
  function drop(lines: readonly DecidedLine[]): void {
    const next = new Map(queued);
    for (const line of lines) if (next.get(line.place)?.decision === line) next.delete(line.place);
    publish(next);
  }

  function refuse(line: DecidedLine, error: string): void {
    if (queued.get(line.place)?.decision !== line) return;
    publish(new Map(queued).set(line.place, { decision: line, state: 'refused', error }));
  }

  /** Sends lines together and, since one bad line makes the server refuse all of them, then one by one. */
  async function save(lines: DecidedLine[]): Promise<void> {
    try {
      await send(lines);
      drop(lines);
    } catch (error) {
      if (worthRetrying(error)) throw error;
      if (lines.length > 1) for (const line of lines) await save([line]);
      else for (const line of lines) refuse(line, reasonOf(error));
    }
  }

  async function run(): Promise<void> {
    const backoff = createBackoff(RETRY);
    for (let lines = waiting(); lines.length > 0; lines = waiting()) {
      try {
        await save(lines);
        trouble = null;
        backoff.reset();
      } catch (error) {
        trouble = reasonOf(error);
        if (closed) return onLost(trouble);
        publish(new Map(queued));
        await Promise.race([wait(backoff.next()), new Promise<void>((resolve) => (wake = resolve))]);
      }
    }
  }

  function flush(): void {
    wake();
    if (running) return;
    running = true;
    void run().finally(() => {
      running = false;
      publish(new Map(queued));
    });
  }

  return {
    snapshot: (): ReadonlyMap<number, QueuedDecision> => queued,
    /** Why nothing can be saved now; null when it can. */
    trouble: (): string | null => trouble,
    subscribe: updates.subscribe,
    decide(...lines: DecidedLine[]): void {
      const next = new Map(queued);
      for (const line of lines) {
        const before = next.get(line.place);
        const decision = before?.state === 'waiting' ? { ...before.decision, ...line } : line;
        next.set(line.place, { decision, state: 'waiting' });
      }
      publish(next);
      flush();
    },
    flush,
    /** Resolves when nothing is left to be sent. */
    async settled(): Promise<void> {
      while (waiting().length > 0)
        await new Promise<void>((resolve) => {
          const leave = updates.subscribe(() => {
            leave();
            resolve();
          });
        });
    },
    open(): void {
      closed = false;
    },
    /** Stops trying again; what is being sent now is awaited. */
    close(): void {
      closed = true;
      wake();
    },
  };
}
export type DecisionQueue = ReturnType<typeof createDecisionQueue>;
