import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

interface IdleThread {
  /** The heap of the thread, MB. */
  heapMb: number;
  /** How long an unused thread is kept. */
  idleMs: number;
  /** The time limit of one job. */
  longestMs: number;
}

/**
 * A worker thread that runs jobs one after another; it starts with the first job and ends after `idleMs` without one.
 * It is for rare work that takes much memory or would block the process. Its file posts one message when it is ready,
 * then one per job. Rejects when a job takes too long or too much memory.
 */
export function createIdleThread<Question, Answer>(
  file: string,
  { heapMb, idleMs, longestMs }: IdleThread,
): (question: Question) => Promise<Answer> {
  let thread: Promise<Worker> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function start(onExit: () => void): Promise<Worker> {
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heapMb }, env: {} });
    worker.unref();
    worker.once('exit', onExit);
    worker.on('error', () => undefined);
    await once(worker, 'message');
    return worker;
  }

  function begin(): Promise<Worker> {
    const begun = start(() => {
      if (thread === begun) thread = undefined;
    });
    return begun;
  }

  /** The next job gets a new thread, even while this one is still ending. */
  async function letGo(worker: Worker): Promise<void> {
    thread = undefined;
    await worker.terminate();
  }

  async function run(question: Question): Promise<Answer> {
    clearTimeout(idle);
    thread ??= begin();
    const worker = await thread;
    const ended = new AbortController();
    const end = (): void => ended.abort();
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(longestMs)]);
    worker.once('exit', end);
    worker.postMessage(question);
    try {
      const [answer] = await once(worker, 'message', { signal });
      idle = setTimeout(() => void letGo(worker), idleMs).unref();
      return answer as Answer;
    } catch (error) {
      await letGo(worker);
      throw error;
    } finally {
      worker.off('exit', end);
    }
  }

  return (question) => {
    const turn = last.then(() => run(question));
    last = turn.catch(() => undefined);
    return turn;
  };
}
