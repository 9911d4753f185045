import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { oneAtATime } from '@ostatok/kit/node/workbooks/one-at-a-time.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { Column } from './sheet.ts';
import { writeWorkbook } from './workbook-file.ts';

export interface ExportedList<Row> {
  /** The name of the sheet, which the activity log uses too. */
  sheet: string;
  columns: Column<Row>[];
  /** Yields all rows in batches of `size` within one transaction. */
  batches: (trx: Knex.Transaction, size: number) => AsyncIterable<Row[]>;
}

/** Rows read at a time. */
const READ = 2000;
/** Rows converted and sent to the writer thread at once; other requests are answered in between. */
const BATCH = 250;
const MAX_WAITING = 5;

/** Reads one batch ahead while the present one is written, and no more. */
async function* oneAhead<Row>(batches: AsyncIterable<Row[]>): AsyncGenerator<Row[], void> {
  const reading = batches[Symbol.asyncIterator]();
  let next = reading.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = reading.next();
      // the consumer may stop before it asks for this batch
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    // the transaction may end only when its last read has ended
    await next.catch(() => undefined);
  }
}

/** Exports lists as workbooks: a snapshot of one moment, written a few rows at a time, sent whole or not at all. */
export function createExports({
  db,
  activity,
  security,
}: {
  db: Knex;
  activity: Pick<Activity, 'record'>;
  security: Pick<SecurityLog, 'record'>;
}) {
  const inTurn = oneAtATime(MAX_WAITING);

  async function write<Row>(path: string, list: ExportedList<Row>, signal: AbortSignal): Promise<number> {
    const columns = list.columns.map(({ header, width, kind }) => ({ header, width, kind }));
    const book = writeWorkbook({ path, sheet: list.sheet, columns });
    try {
      let written = 0;
      await db.transaction(
        async (trx) => {
          for await (const rows of oneAhead(list.batches(trx, READ))) {
            for (let from = 0; from < rows.length; from += BATCH) {
              signal.throwIfAborted();
              const batch = rows.slice(from, from + BATCH);
              await book.add(batch.map((row) => list.columns.map(({ value }) => value(row))));
            }
            written += rows.length;
          }
        },
        { isolationLevel: 'repeatable read', readOnly: true },
      );
      await book.finish();
      return written;
    } finally {
      await book.close();
    }
  }

  return {
    /** Calls `send` with the finished file, which is deleted afterwards. */
    export: <Row>(
      actorId: number,
      list: ExportedList<Row>,
      signal: AbortSignal,
      send: (path: string) => Promise<void>,
    ): Promise<void> =>
      inTurn(async () => {
        const folder = await mkdtemp(join(tmpdir(), 'ostatok-export-'));
        try {
          const path = join(folder, 'list.xlsx');
          const rows = await write(path, list, signal);
          const what = `«${list.sheet}», строк: ${rows}`;
          await db.transaction(async (trx) => {
            const description = `Сохранён в Excel список ${what}`;
            await activity.record(trx, { actorId, action: 'list.exported', description });
            await security.record(trx, { event: 'export.list', userId: actorId, details: what });
          });
          await send(path);
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      }),
  };
}
export type Exports = ReturnType<typeof createExports>;
