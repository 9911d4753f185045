import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startBatchThread } from '@ostatok/kit/node/batch-thread.ts';
import { givenRowText } from '../catalogue/given-row.ts';
import type { ReadableRow } from './rows-thread.ts';

const BATCH = 250;
/** Batches that wait for the thread, as texts. */
const MOST_TEXTS = 8;

/**
 * Writes rows into a file from a thread of its own. Working out the words of names takes longer than reading them, so
 * while the thread is busy this one does the next batch itself.
 */
export function createRowsFile(path: string) {
  const thread = startBatchThread<ReadableRow | string>(join(import.meta.dirname, 'rows-thread.ts'), {
    data: path,
    heapMb: 64,
    youngMb: 8,
  });
  let batch: ReadableRow[] = [];
  let texts: string[] = [];
  let writing: Promise<void> | undefined;

  function send(): void {
    const sent = thread.add([...texts, ...batch]).then(() => {
      writing = undefined;
    });
    // a failure is thrown at the next await
    sent.catch(() => undefined);
    writing = sent;
    [texts, batch] = [[], []];
  }

  async function flush(): Promise<void> {
    // only then it is known whether the thread is done
    await nextTurn();
    if (writing && texts.length < MOST_TEXTS) {
      texts.push(batch.map(({ row, alias }) => givenRowText(row, alias)).join(''));
      batch = [];
    } else {
      await writing;
      send();
    }
  }

  return {
    async add(row: ReadableRow): Promise<void> {
      if (batch.push(row) >= BATCH) await flush();
    },
    async close(): Promise<void> {
      try {
        await writing;
        await thread.add([...texts, ...batch]);
        await thread.finish();
      } finally {
        await thread.close();
      }
    },
  };
}
