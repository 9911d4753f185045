import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Cell } from './sheet.ts';
import type { Writing } from './writer-thread.ts';

const HEAP_MB = 192;
const YOUNG_MB = 32;

/** A workbook that a thread writes into a file: what is added is written when the promise is kept. */
export function writeWorkbook(writing: Writing) {
  const thread = new Worker(join(import.meta.dirname, 'writer-thread.ts'), {
    workerData: writing,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });

  let broken: unknown;
  let answer: PromiseWithResolvers<void> | undefined;
  // also between two portions, as on a full disk: an error that nobody listens to would end the whole server
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
    /** Whatever has become of it. */
    close: (): Promise<number> => thread.terminate(),
  };
}
