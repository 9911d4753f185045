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

  const send = (rows: Cell[][] | null): Promise<void> =>
    new Promise((resolve, reject) => {
      const failed = (error: unknown): void => reject(error);
      thread.once('error', failed);
      thread.once('message', () => {
        thread.off('error', failed);
        resolve();
      });
      thread.postMessage(rows);
    });

  return {
    add: (rows: Cell[][]): Promise<void> => send(rows),
    finish: (): Promise<void> => send(null),
    /** Whatever has become of it. */
    close: (): Promise<number> => thread.terminate(),
  };
}
