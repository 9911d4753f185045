import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Copied } from './copy.queries.ts';
import type { MirrorOf, Order, ThreadMessage } from './mirror-thread.ts';
import type { Answer, Question } from './mirrored.ts';
import type { Moment } from './moment-sql.ts';

/** Heap of the thread. The mirror's arrays lie outside of it; only what is being read passes through. */
const HEAP_MB = 64;

export type StartThread = (of: MirrorOf) => Worker;

export const startThread: StartThread = (of) =>
  new Worker(join(import.meta.dirname, 'mirror-thread.ts'), {
    workerData: of,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });

interface MirrorOptions {
  start: StartThread;
  of: MirrorOf;
  /** Copies within the transaction that `of.within` belongs to. */
  copied?: Copied;
  onNotKept: (error: unknown) => void;
}

/** The catalogue as of one revision, in the memory of a separate thread. It does not keep the process alive. */
export function createMirror({ start, of, copied, onNotKept }: MirrorOptions) {
  const worker = start(of);
  worker.unref();
  const send = (order: Order): void => worker.postMessage(order);
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  const sorts = new Set<string>();
  const whole = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<unknown>();
  let moment: Moment | undefined;
  let calls = 0;
  let ended: { error: unknown } | undefined;
  let wanted = Promise.withResolvers<void>();

  function fail(error: unknown): void {
    ended ??= { error };
    sorts.clear();
    whole.reject(error);
    gone.resolve(error);
    wanted.resolve();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  /** Reads each copy to its end even if the thread is gone, because the transaction's connection is used afterwards. */
  async function handOver(select: string): Promise<void> {
    if (!copied) return;
    for await (const piece of copied(select)) {
      await wanted.promise;
      if (ended) continue;
      wanted = Promise.withResolvers();
      send({ piece });
    }
    await wanted.promise;
    wanted = Promise.withResolvers();
    send({ piece: null });
  }

  function onMessage(message: ThreadMessage): void {
    switch (message.type) {
      case 'names':
        moment = message.moment;
        sorts.add('id');
        break;
      case 'order':
        sorts.add(message.sort);
        break;
      case 'all':
        whole.resolve();
        break;
      case 'copy':
        handOver(message.select).catch(fail);
        break;
      case 'next':
        wanted.resolve();
        break;
      case 'kept':
        if (message.error) onNotKept(message.error);
        break;
      default:
        waiting.get(message.call)?.resolve(message.answer);
        waiting.delete(message.call);
        if (waiting.size === 0) worker.unref();
    }
  }

  worker.on('error', fail);
  worker.once('exit', () => fail(new Error('the thread of the mirror has ended')));
  worker.on('message', onMessage);

  return {
    /** Resolves when everything is read; rejects when the thread ends before that. */
    whole: whole.promise,
    /** Resolves with the error that ended the thread. */
    gone: gone.promise,
    /** The moment that the mirror shows, once it can answer in this order. */
    of: (sort: string): Moment | undefined => (sorts.has(sort) ? moment : undefined),
    /** Rejects when the thread ends. */
    async ask(question: Question): Promise<Answer> {
      if (ended) throw ended.error;
      const asked = Promise.withResolvers<Answer>();
      calls += 1;
      waiting.set(calls, asked);
      worker.ref();
      send({ call: calls, question });
      return asked.promise;
    },
    /** Keeps the mirror for the next start. */
    keep: (): void => send({ keep: true }),
    close: (): Promise<unknown> => worker.terminate(),
  };
}
export type Mirror = ReturnType<typeof createMirror>;
