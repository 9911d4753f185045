import { closeSync, existsSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A log that never grows past twice `limit` bytes: the full file becomes `.1`, replacing the one before. */
export function createLogFile(path: string, limit = 2_000_000) {
  let file: number | undefined;
  let size = 0;

  function reopen(): number {
    file = openSync(path, 'a', 0o600);
    size = statSync(path).size;
    return file;
  }

  return {
    write(chunk: Buffer | string): void {
      let target = file ?? reopen();
      if (size > limit) {
        closeSync(target);
        renameSync(path, `${path}.1`);
        target = reopen();
      }
      size += writeSync(target, chunk as string);
    },
    close(): void {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
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
