import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** An entry about data that must stay erased, whichever backup is restored. It holds no names and no addresses. */
export type Erasure =
  | {
      kind: 'account';
      id: number;
      /** When the account was made: after a restore another account may get the same id. */
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

/** Flushes the folder: a new file's directory entry is durable only then. */
async function syncFolder(file: string): Promise<void> {
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Creates the journal of erasures: an append-only file of JSON lines outside the database. A restore of the database
 * leaves it alone, so it tells what has to be erased again.
 */
export function createErasureJournal(file: string) {
  return {
    /** Resolves when the entries are on the disk. A line that a crash has cut off is ended first and stays unread. */
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
