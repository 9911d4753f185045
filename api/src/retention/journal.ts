import { randomUUID } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readText, type Storage } from '../storage/storage.ts';

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

/** The folder of the journal in a bucket. */
const FOLDER = 'erasures';

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

/** Identifies an entry: after a restore another account may get the same id. */
export const keyOf = (one: Erasure): string => `${one.kind} ${one.id} ${one.kind === 'account' ? one.made : ''}`;

const erasuresIn = (text: string): Erasure[] => text.split('\n').flatMap((line) => erasureIn(line) ?? []);

export interface ErasureJournal {
  /** Resolves when the entries are stored for good. */
  append(erasures: Erasure[]): Promise<void>;
  read(): Promise<Erasure[]>;
}

/**
 * Each append begins with a line feed and is one write at the end of the file, so no line is swallowed by one that a
 * crash, or another process, has cut off, and several processes do not write into each other's lines.
 */
async function appendLines(file: string, erasures: Erasure[]): Promise<void> {
  const bytes = Buffer.from(`\n${erasures.map((erasure) => `${JSON.stringify(erasure)}\n`).join('')}`);
  const journal = await open(file, 'a', 0o600);
  try {
    const { size } = await journal.stat();
    const { bytesWritten } = await journal.write(bytes);
    // what was cut off stays unread; the caller tries again
    if (bytesWritten < bytes.length) throw Object.assign(new Error('the journal was cut off'), { code: 'ENOSPC' });
    await journal.sync();
    if (size === 0) await syncFolder(file);
  } finally {
    await journal.close();
  }
}

async function readLines(file: string): Promise<Erasure[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return erasuresIn(text);
}

/**
 * Creates the journal of erasures: an append-only file of JSON lines outside the database. A restore of the database
 * leaves it alone, so it tells what has to be erased again.
 */
export const createErasureJournal = (file: string): ErasureJournal => ({
  append: async (erasures) => {
    if (erasures.length > 0) await appendLines(file, erasures);
  },
  read: () => readLines(file),
});

/** How many entries of the bucket are read concurrently. */
const AT_ONCE = 8;

/**
 * Creates the journal in a bucket, which knows no appending: each append is an object of its own, so several processes
 * and machines write at once. What is written there is never changed and therefore read once. The entries of this
 * machine's own file, from before there was a bucket, are carried over.
 */
export function createBucketJournal(
  storage: Pick<Storage, 'put' | 'get' | 'list'>,
  own: ErasureJournal,
): ErasureJournal {
  const known = new Map<string, Erasure[]>();

  async function readStored(): Promise<Erasure[]> {
    const keys = (await storage.list(`${FOLDER}/`)).map(({ key }) => key);
    const unread = keys.filter((key) => !known.has(key));
    for (let from = 0; from < unread.length; from += AT_ONCE) {
      const some = unread.slice(from, from + AT_ONCE);
      const texts = await Promise.all(some.map((key) => readText(storage, key)));
      for (const [at, key] of some.entries()) known.set(key, erasuresIn(texts[at] ?? ''));
    }
    return [...known.values()].flat();
  }

  async function append(erasures: Erasure[]): Promise<void> {
    if (erasures.length === 0) return;
    const lines = erasures.map((erasure) => `${JSON.stringify(erasure)}\n`).join('');
    await storage.put(`${FOLDER}/${randomUUID()}.jsonl`, [Buffer.from(lines)]);
  }

  return {
    append,
    async read() {
      const stored = await readStored();
      const keys = new Set(stored.map(keyOf));
      const missing = (await own.read()).filter((one) => !keys.has(keyOf(one)));
      await append(missing);
      return [...stored, ...missing];
    },
  };
}
