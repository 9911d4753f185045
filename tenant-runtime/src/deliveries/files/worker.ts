/** The process that reads suppliers' files: what they hold can only hurt this process. */
import { Unreadable } from '@ostatok/kit/node/errors.ts';
import { serveJob } from '@ostatok/kit/node/workbooks/worker.ts';
import type { Answer, Job } from './messages.ts';
import { readDelivery } from './read-delivery.ts';
import { unknownTable } from './unknown-table.ts';

serveJob<Job, Answer>(async ({ path, layout }) => {
  try {
    return { file: await readDelivery(path, layout) };
  } catch (error) {
    const isUnknown = error instanceof Unreadable && error.code === 'no_columns' && !layout;
    if (isUnknown) return { unknown: await unknownTable(path) };
    throw error;
  }
});
