import { join } from 'node:path';
import { startBatchThread } from '@ostatok/kit/node/batch-thread.ts';
import type { Cell } from './sheet.ts';
import type { Writing } from './writer-thread.ts';

/** Writes a workbook into a file from a worker thread; rows are written when the promise resolves. */
export const writeWorkbook = (writing: Writing) =>
  startBatchThread<Cell[]>(join(import.meta.dirname, 'writer-thread.ts'), { data: writing, heapMb: 192, youngMb: 32 });
