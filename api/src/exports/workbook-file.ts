import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Cell } from './sheet.ts';
import type { Writing } from './writer-thread.ts';

const HEAP_MB = 192;
const YOUNG_MB = 32;

/** Writes a workbook into a file from a worker thread; rows are written when the promise resolves. */
export function writeWorkbook(writing: Writing) {
  const thread = new Worker(join(import.meta.dirname, 'writer-thread.ts'), {
    workerData: writing,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });

  let broken: unknown;
  let answer: PromiseWithResolvers<void> | undefined;
  // it may fail between two batches too, as on a full disk, and an error without a listener would end the whole server
  thread.on('error', (error) => {
    broken = error;
    answer?.reject(error);
  });
  thread.on('message', () => answer?.resolve());

  async function send(rows: Cell[][] | null): Promise<void> {
    if (broken) throw broken;
    answer = Promise.withResolvers();
    thread.postMessage(rows);
    await answer.promise;
  }

  return {
    add: (rows: Cell[][]): Promise<void> => send(rows),
    finish: (): Promise<void> => send(null),
    /** Ends the thread, whether writing has succeeded or not. */
    close: (): Promise<number> => thread.terminate(),
  };
}
