import { Worker } from 'node:worker_threads';

interface BatchThread {
  /** Readable by the thread as `workerData`. */
  data: unknown;
  heapMb: number;
  youngMb: number;
}

/** The thread's error arrives as a copy that is not a native error. */
const nativeError = ({ message, code }: NodeJS.ErrnoException): Error =>
  Object.assign(new Error(message), code !== undefined && { code });

/**
 * A worker thread that takes batches one by one. Its file posts one message when a batch is done, and one for the
 * null that ends them. A promise here resolves with that message, and rejects when the thread fails.
 */
export function startBatchThread<Batch>(file: string, { data, heapMb, youngMb }: BatchThread) {
  const thread = new Worker(file, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
  });

  let broken: Error | undefined;
  let answer: PromiseWithResolvers<void> | undefined;
  // it may fail between two batches too, as on a full disk, and an error without a listener would end the whole process
  thread.on('error', (error: Error) => {
    broken = nativeError(error);
    answer?.reject(broken);
  });
  thread.on('message', () => answer?.resolve());

  async function send(batch: Batch[] | null): Promise<void> {
    if (broken) throw broken;
    answer = Promise.withResolvers();
    thread.postMessage(batch);
    await answer.promise;
  }

  return {
    add: (batch: Batch[]): Promise<void> => send(batch),
    finish: (): Promise<void> => send(null),
    /** Ends the thread, whether it has succeeded or not. */
    close: (): Promise<number> => thread.terminate(),
  };
}
