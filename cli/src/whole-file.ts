import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';

/** What ends a command in the middle, and the exit code that shells know it by. */
const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** What fails in the middle, as for want of room, does not know of which file. */
export const isOfDisk = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;

/**
 * A file whole or not at all, through a name of this call alone: of two that write one file at once the later to end
 * stands. Whatever `write` throws is thrown; an error of the disk's names `path`.
 */
export async function writeWhole<T>(path: string, write: (unfinished: string) => Promise<T>): Promise<T> {
  const unfinished = `${path}.${randomUUID()}.part`;
  const broken = (signal: NodeJS.Signals): never => {
    rmSync(unfinished, { force: true });
    process.exit(signals[signal as keyof typeof signals]);
  };
  for (const signal of Object.keys(signals)) process.on(signal, broken);
  try {
    const written = await write(unfinished);
    await rename(unfinished, path);
    return written;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    if (isOfDisk(error)) error.path = path;
    throw error;
  } finally {
    for (const signal of Object.keys(signals)) process.removeListener(signal, broken);
  }
}
