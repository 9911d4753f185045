/** The thread that works out the words of names and writes the rows, while the file is read further. */

import { parentPort, workerData } from 'node:worker_threads';
import { type GivenAlias, givenRowText } from '../catalogue/given-row.ts';
import { createLineWriter } from './line-file.ts';

export interface ReadableRow {
  row: number;
  alias: GivenAlias;
}

const lines = createLineWriter(workerData as string);

/** A string is rows that are in their text already. */
async function write(rows: (ReadableRow | string)[]): Promise<void> {
  for (const row of rows) await lines.write(typeof row === 'string' ? row : givenRowText(row.row, row.alias));
}

parentPort?.on('message', async (rows: (ReadableRow | string)[] | null) => {
  await (rows ? write(rows) : lines.close());
  parentPort?.postMessage('done');
  if (!rows) parentPort?.close();
});
