/**
 * The spreadsheet process: one job, then it ends. It has a heap of its own that is capped, so a hostile file can only hurt
 * this process; the rows go straight to the venue's database, so the tenant's own process does not grow.
 */

import { connect } from '@ostatok/kit/node/db.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import { readImport } from './import-reader.ts';
import type { Job, Message } from './messages.ts';
import { writeReport } from './report-writer.ts';
import { isReason } from './unreadable.ts';

const send = (message: Message): void => {
  process.send?.(message);
};

const TELL_MS = 100;

/** For a tenant that may not look at the system's own figures. */
function tellUsage(): void {
  const { user, system } = process.cpuUsage();
  send({ usage: { cpuMs: (user + system) / 1000, memoryMb: process.memoryUsage.rss() / 2 ** 20 } });
}

async function run(job: Job): Promise<Message> {
  const db = connect(job.databaseUrl, { max: 1 });
  const telling = setInterval(tellUsage, TELL_MS);
  const onProgress = (rows: number): void => send({ rows });
  try {
    if (job.task === 'read') return { read: await readImport(db, { ...job, onProgress }) };
    await writeReport(db, { ...job, onProgress });
    return { written: true };
  } catch (error) {
    if (error instanceof AppError && isReason(error.code)) return { unreadable: error.code };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    clearInterval(telling);
    await db.destroy();
  }
}

// The tenant is gone: nobody waits for the answer.
process.on('disconnect', () => process.exit(0));
process.once('message', async (job) => {
  send(await run(job as Job));
  process.disconnect();
});
