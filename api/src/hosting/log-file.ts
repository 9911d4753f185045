import { closeSync, existsSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/**
 * A log that never grows past twice `limit` bytes: the full file becomes `.1`, replacing the one before. What cannot be
 * written, as on a full disk, is left out: a log must not bring down what it tells of.
 */
export function createLogFile(path: string, limit = 2_000_000) {
  let file: number | undefined;
  let size = 0;

  function reopen(): number {
    file = openSync(path, 'a', 0o600);
    size = statSync(path).size;
    return file;
  }

  function close(): void {
    if (file !== undefined) closeSync(file);
    file = undefined;
  }

  function append(chunk: Buffer | string): void {
    if (file !== undefined && size > limit) {
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

/** The last `lines` of a log written by the above. */
export async function tailLog(path: string, lines: number): Promise<string[]> {
  const parts = await Promise.all(
    [`${path}.1`, path].map((part) => (existsSync(part) ? readFile(part, 'utf8') : Promise.resolve(''))),
  );
  return parts.join('').split('\n').filter(Boolean).slice(-lines);
}
