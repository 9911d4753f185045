import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';

/** Signals that interrupt a command, with the exit codes that shells expect. */
const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** True for a file system error, such as a full disk, which does not name the file when it happens during a write. */
export const isOfDisk = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;

/**
 * Writes a file atomically through a temporary name unique to this call: of two concurrent writes the one that ends
 * last wins. Errors of `write` are rethrown; a file system error gets `path`.
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
