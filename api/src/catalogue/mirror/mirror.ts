import { Worker } from 'node:worker_threads';
import type { Asked, MirrorOf, Told } from './mirror-thread.ts';
import type { Answer, Question } from './mirrored.ts';

/** Its data lies outside of the heap; what is read passes through it. */
const HEAP_MB = 64;

export type StartThread = (of: MirrorOf) => Worker;

export const startThread: StartThread = (of) =>
  new Worker(new URL('./mirror-thread.ts', import.meta.url), {
    workerData: of,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });

/** The catalogue as it was at one revision, in the memory of a thread of its own. It keeps no process alive by itself. */
export function createMirror(start: StartThread, of: MirrorOf) {
  const worker = start(of);
  worker.unref();
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  const sorts = new Set<string>();
  const whole = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<unknown>();
  let state: { revision: number; mark: string } | undefined;
  let calls = 0;
  let ended: { error: unknown } | undefined;

  function fail(error: unknown): void {
    ended ??= { error };
    sorts.clear();
    whole.reject(error);
    gone.resolve(error);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  worker.on('error', fail);
  worker.once('exit', () => fail(new Error('the thread of the mirror has ended')));
  worker.on('message', (told: Told) => {
    if (told.told === 'names') {
      state = { revision: told.revision, mark: told.mark };
      sorts.add('id');
    } else if (told.told === 'order') sorts.add(told.sort);
    else if (told.told === 'all') whole.resolve();
    else {
      waiting.get(told.call)?.resolve(told.answer);
      waiting.delete(told.call);
      if (waiting.size === 0) worker.unref();
    }
  });

  return {
    /** Kept when all of it is read; rejects when it ends before, for whatever reason. */
    whole: whole.promise,
    /** With what ended it. */
    gone: gone.promise,
    /** Of what it is true, once it can answer in this order. */
    of: (sort: string): { revision: number; mark: string } | undefined => (sorts.has(sort) ? state : undefined),
    /** Rejects when the thread ends. */
    async ask(question: Question): Promise<Answer> {
      if (ended) throw ended.error;
      const asked = Promise.withResolvers<Answer>();
      calls += 1;
      waiting.set(calls, asked);
      worker.ref();
      worker.postMessage({ call: calls, question } satisfies Asked);
      return asked.promise;
    },
    close: (): Promise<unknown> => worker.terminate(),
  };
}
export type Mirror = ReturnType<typeof createMirror>;
