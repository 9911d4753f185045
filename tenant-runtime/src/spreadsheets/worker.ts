/**
 * The tenant's spreadsheet process. Rows go directly to the tenant's database, so the tenant's main process does not
 * grow.
 */

import { connect } from '@ostatok/kit/node/db.ts';
import { serveJob } from '@ostatok/kit/node/workbooks/worker.ts';
import { readImport } from './import-reader.ts';
import type { Answer, Job } from './messages.ts';
import { writeReport } from './report-writer.ts';

serveJob<Job, Answer>(async (job, onProgress) => {
  const db = connect(job.databaseUrl, { max: 1 });
  try {
    if (job.task === 'read') return { read: await readImport(db, { ...job, onProgress }) };
    await writeReport(db, { ...job, onProgress });
    return { written: true };
  } finally {
    await db.destroy();
  }
});
