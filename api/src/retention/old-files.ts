import { readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { UUID } from '@ostatok/kit/contract/uuid.ts';

async function names(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** When the file was last written; undefined when it has gone meanwhile. */
const writtenAt = (path: string): Promise<Date | undefined> =>
  stat(path).then(
    ({ mtime }) => mtime,
    () => undefined,
  );

const LETTER = new RegExp(`(${UUID})\\.eml(?:\\.tmp)?$`);

/** Removes letter files, which installations without a mail server keep by letter id. */
export async function removeLetterFiles(outbox: string, ids: string[]): Promise<void> {
  const gone = new Set(ids);
  for (const name of await names(outbox)) {
    const id = LETTER.exec(name)?.[1];
    if (id && gone.has(id)) await rm(join(outbox, name), { force: true });
  }
}

export async function removeOldLetterFiles(outbox: string, before: Date): Promise<void> {
  for (const name of await names(outbox)) {
    const at = await writtenAt(join(outbox, name));
    if (at && at < before) await rm(join(outbox, name), { force: true });
  }
}

/** Removes old logs. A log whose writer may still have it open is emptied instead. */
export async function removeOldLogs(folder: string, before: Date): Promise<void> {
  for (const name of await names(folder)) {
    if (!/\.log(?:\.1)?$/.test(name)) continue;
    const path = join(folder, name);
    const at = await writtenAt(path);
    if (!at || at >= before) continue;
    if (name.endsWith('.1')) await rm(path, { force: true });
    else await truncate(path).catch(() => undefined);
  }
}
