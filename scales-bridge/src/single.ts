import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export const lockPath = (folder: string): string => join(folder, 'scales-bridge.lock');

export class AlreadyRunning extends Error {}

/**
 * Allows one bridge per user: two would take each other's scales and stored weights. Returns the function that releases
 * the lock. Throws AlreadyRunning.
 */
export function takePlace(path: string): () => void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const take = (): void => writeFileSync(path, String(process.pid), { flag: 'wx' });
  try {
    take();
  } catch {
    const pid = Number(readFileSync(path, 'utf8'));
    if (pid !== process.pid && Number.isInteger(pid) && pid > 0 && isRunning(pid)) {
      throw new AlreadyRunning(
        `Мост уже запущен на этом компьютере (процесс ${pid}). Остановите его или работайте с ним`,
      );
    }
    // the file of a bridge that was killed
    rmSync(path, { force: true });
    take();
  }
  return () => rmSync(path, { force: true });
}
