/**
 * The entry of a spreadsheet process: it runs one job, then ends. Its heap is capped, so a hostile file can only hurt
 * this process.
 */

import { endMeFirst } from '../end-me-first.ts';
import { Unreadable } from '../errors.ts';
import type { Message } from './messages.ts';

const REPORT_MS = 100;

/** Reports its own usage to a server that may not read the system's figures. */
function usage(): Message<never> {
  const { user, system } = process.cpuUsage();
  return { usage: { cpuMs: (user + system) / 1000, memoryMb: process.memoryUsage.rss() / 2 ** 20 } };
}

/** Runs the one job that is sent to this process; `onProgress` shows that it is not stuck. */
export function serveJob<Job, Answer>(work: (job: Job, onProgress: (rows: number) => void) => Promise<Answer>): void {
  const send = (message: Message<Answer>): void => {
    process.send?.(message);
  };

  async function run(job: Job): Promise<Message<Answer>> {
    const reporting = setInterval(() => send(usage()), REPORT_MS);
    try {
      return { answer: await work(job, (rows) => send({ rows })) };
    } catch (error) {
      if (error instanceof Unreadable) return { unreadable: { code: error.code, message: error.message } };
      return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    } finally {
      clearInterval(reporting);
    }
  }

  endMeFirst();
  // The server is gone: nothing waits for the answer.
  process.on('disconnect', () => process.exit(0));
  process.once('message', async (job) => {
    const answer = await run(job as Job);
    // a long answer takes several writes, and a channel that is closed before the last one loses all of it
    await new Promise((sent) => process.send?.(answer, sent));
    process.disconnect();
  });
}
