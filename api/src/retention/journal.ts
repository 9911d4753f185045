import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What may never come back, be the database restored from whenever. No names and no addresses. */
export type Erasure =
  | {
      kind: 'account';
      id: number;
      /** When the account was made: after a restore the same number may go to somebody else. */
      made: string;
      /** When its person deleted it. */
      at: string;
    }
  | { kind: 'venue'; id: string /** When it was deleted. */; at: string };

const NEWLINE = 10;

function erasureIn(line: string): Erasure | undefined {
  try {
    const found = JSON.parse(line) as Erasure | null;
    if (found?.kind !== 'account' && found?.kind !== 'venue') return undefined;
    return Number.isNaN(Date.parse(found.at)) ? undefined : found;
  } catch {
    return undefined;
  }
}

/** The entry of a file is safe only when its folder is written too. */
async function syncFolder(file: string): Promise<void> {
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * The journal of erasures: a file outside the database, only ever appended to, a line of JSON each. A restore of the
 * database from a backup leaves it alone, so that it tells what has to be erased again.
 */
export function createErasureJournal(file: string) {
  return {
    /** Resolves when it is on the disk. A line that a crash has cut off is ended first, and stays unread. */
    async append(erasures: Erasure[]): Promise<void> {
      if (erasures.length === 0) return;
      const journal = await open(file, 'a+', 0o600);
      try {
        const { size } = await journal.stat();
        const last = size > 0 ? (await journal.read(Buffer.alloc(1), 0, 1, size - 1)).buffer[0] : NEWLINE;
        const lines = erasures.map((erasure) => `${JSON.stringify(erasure)}\n`).join('');
        await journal.appendFile(last === NEWLINE ? lines : `\n${lines}`);
        await journal.sync();
        if (size === 0) await syncFolder(file);
      } finally {
        await journal.close();
      }
    },

    async read(): Promise<Erasure[]> {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return text.split('\n').flatMap((line) => erasureIn(line) ?? []);
    },
  };
}
export type ErasureJournal = ReturnType<typeof createErasureJournal>;
