/** The process that reads tills' files: what they hold can only hurt this process, and only its memory grows by them. */
import { connect } from '@ostatok/kit/node/db.ts';
import { Unreadable } from '@ostatok/kit/node/errors.ts';
import { serveJob } from '@ostatok/kit/node/workbooks/worker.ts';
import { unknownTable } from '../deliveries/files/unknown-table.ts';
import { readSales } from './files/read-sales.ts';
import type { Answer, Job } from './messages.ts';
import { storeDraft } from './store-draft.ts';

serveJob<Job, Answer>(async (job, onProgress) => {
  const { path, databaseUrl, timezone, layout, period, whole } = job;
  try {
    const file = await readSales(path, { timezone, layout, period, whole });
    onProgress(file.rows);
    const db = connect(databaseUrl, { max: 1 });
    try {
      return { fileId: await storeDraft(db, file, { ...job, onProgress: () => onProgress(file.rows) }) };
    } finally {
      await db.destroy();
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    if (error.code === 'no_columns' && !layout) return { unknown: await unknownTable(path) };
    if (error.code === 'no_days') return { noDays: error.message };
    throw error;
  }
});
