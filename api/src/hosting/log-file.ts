import { closeSync, existsSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The lines of one log file were written within so many days. */
export const LOG_SPAN_DAYS = 30;
const SPAN_MS = LOG_SPAN_DAYS * 86_400_000;

/**
 * Creates a log that never grows past twice `limit` bytes: a file that is full or spans a month becomes `.1` and
 * replaces the one before. Lines that can't be written, as on a full disk, are dropped: a log must not bring down the
 * process that it describes.
 */
export function createLogFile(path: string, limit = 2_000_000, now: () => number = Date.now) {
  let file: number | undefined;
  let size = 0;
  let bornAt = 0;

  function reopen(): number {
    file = openSync(path, 'a', 0o600);
    const { size: present, birthtimeMs } = statSync(path);
    size = present;
    // some file systems don't know the time of creation
    bornAt = birthtimeMs || now();
    return file;
  }

  function close(): void {
    if (file !== undefined) closeSync(file);
    file = undefined;
  }

  function append(chunk: Buffer | string): void {
    if (file !== undefined && (size > limit || now() - bornAt > SPAN_MS)) {
      close();
      renameSync(path, `${path}.1`);
    }
    size += writeSync(file ?? reopen(), chunk as string);
  }

  return {
    write(chunk: Buffer | string): void {
      try {
        append(chunk);
      } catch {
        // a full disk costs the line, never the process that writes it
      }
    },
    close,
  };
}
export type LogFile = ReturnType<typeof createLogFile>;

/** The files that `createLogFile` writes, the oldest first. */
export const logParts = (path: string): string[] => [`${path}.1`, path];

/** Returns the last `lines` of a log that `createLogFile` has written. */
export async function tailLog(path: string, lines: number): Promise<string[]> {
  const parts = await Promise.all(
    logParts(path).map((part) => (existsSync(part) ? readFile(part, 'utf8') : Promise.resolve(''))),
  );
  return parts.join('').split('\n').filter(Boolean).slice(-lines);
}
