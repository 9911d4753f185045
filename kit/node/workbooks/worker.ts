/**
 * The inside of a spreadsheet process: one job, then it ends. It has a heap of its own that is capped, so a hostile file
 * can only hurt this process.
 */

import { endMeFirst } from '../end-me-first.ts';
import { Unreadable } from '../errors.ts';
import type { Message } from './messages.ts';

const TELL_MS = 100;

/** For a server that may not look at the system's own figures. */
function usage(): Message<never> {
  const { user, system } = process.cpuUsage();
  return { usage: { cpuMs: (user + system) / 1000, memoryMb: process.memoryUsage.rss() / 2 ** 20 } };
}

/** Does the one job this process is sent; `onProgress` is the sign that it does not stand still. */
export function serveJob<Job, Answer>(work: (job: Job, onProgress: (rows: number) => void) => Promise<Answer>): void {
  const send = (message: Message<Answer>): void => {
    process.send?.(message);
  };

  async function run(job: Job): Promise<Message<Answer>> {
    const telling = setInterval(() => send(usage()), TELL_MS);
    try {
      return { answer: await work(job, (rows) => send({ rows })) };
    } catch (error) {
      if (error instanceof Unreadable) return { unreadable: { code: error.code, message: error.message } };
      return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    } finally {
      clearInterval(telling);
    }
  }

  endMeFirst();
  // The server is gone: nobody waits for the answer.
  process.on('disconnect', () => process.exit(0));
  process.once('message', async (job) => {
    send(await run(job as Job));
    process.disconnect();
  });
}
