/** The process that reads suppliers' files: what they hold can only hurt this process. */
import { connect } from '@ostatok/kit/node/db.ts';
import { Unreadable } from '@ostatok/kit/node/errors.ts';
import { serveJob } from '@ostatok/kit/node/workbooks/worker.ts';
import type { LineProposal } from '../tables.ts';
import type { DeliveryFile } from './files/delivery-file.ts';
import { readDelivery } from './files/read-delivery.ts';
import { unknownTable } from './files/unknown-table.ts';
import type { Answer, Job } from './messages.ts';
import { selectComparedItems } from './proposals.queries.ts';
import { proposalsFor } from './proposals.ts';

async function proposalsOf(file: DeliveryFile, databaseUrl: string, onProgress: () => void): Promise<LineProposal[][]> {
  const db = connect(databaseUrl, { max: 1 });
  try {
    return await proposalsFor(file.lines, await selectComparedItems(db), onProgress);
  } finally {
    await db.destroy();
  }
}

serveJob<Job, Answer>(async ({ path, layout, databaseUrl }, onProgress) => {
  try {
    const file = await readDelivery(path, layout);
    const progress = (): void => onProgress(file.lines.length);
    progress();
    return { file, proposals: databaseUrl ? await proposalsOf(file, databaseUrl, progress) : [] };
  } catch (error) {
    const isUnknown = error instanceof Unreadable && error.code === 'no_columns' && !layout;
    if (isUnknown) return { unknown: await unknownTable(path) };
    throw error;
  }
});
