import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';

/**
 * A file whole or not at all, through a name of this call alone: of two that write one file at once the later to end
 * stands. Whatever `write` throws is thrown; an error of the disk's names `path`.
 */
export async function writeWhole<T>(path: string, write: (unfinished: string) => Promise<T>): Promise<T> {
  const unfinished = `${path}.${randomUUID()}.part`;
  const broken = (): never => {
    rmSync(unfinished, { force: true });
    process.exit(130);
  };
  process.on('SIGINT', broken);
  try {
    const written = await write(unfinished);
    await rename(unfinished, path);
    return written;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    if (error instanceof Error && 'path' in error) error.path = path;
    throw error;
  } finally {
    process.removeListener('SIGINT', broken);
  }
}
