import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A settled weight that waits for the tenant's acknowledgement. */
export interface KeptWeight {
  scaleId: string;
  weightG: number;
  stepG?: number | undefined;
  /** When it was taken, by this computer's calendar, milliseconds. */
  at: number;
  /** When it was taken, by the monotonic clock; absent after a restart. */
  elapsedAt?: number;
}

/** The weights of three nights of a busy bar. Beyond it the oldest are dropped: nobody has missed them so far. */
const MOST = 2000;

function isKept(value: unknown): value is KeptWeight {
  const { scaleId, weightG, at } = (value ?? {}) as Partial<KeptWeight>;
  return typeof scaleId === 'string' && Number.isFinite(weightG) && Number.isFinite(at);
}

/** Skips lines cut off by a crash. */
function readKept(path: string): KeptWeight[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isKept(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

function writeDurably(path: string, flags: 'a' | 'w', text: string): void {
  const file = openSync(path, flags, 0o600);
  try {
    // Unlike writeSync, it continues until everything is written.
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const lineOf = ({ elapsedAt: _, ...weight }: KeptWeight): string => `${JSON.stringify(weight)}\n`;

/** Stores weights on the disk until they are acknowledged, oldest first. */
export function createOutbox(path: string) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let kept = readKept(path).slice(-MOST);
  /** The number of lines in the file; unknown until this process has rewritten it. */
  let onDisk = Number.POSITIVE_INFINITY;
  let trouble: string | undefined;

  /** A failing disk must not stop the sending. */
  function onTheDisk(write: () => void): void {
    try {
      write();
      trouble = undefined;
    } catch (error) {
      onDisk = Number.POSITIVE_INFINITY;
      trouble = `Диск не принимает записи (${(error as NodeJS.ErrnoException).code}): неотправленное пропадёт, если остановить мост`;
    }
  }
  function rewrite(): void {
    writeDurably(`${path}.new`, 'w', kept.map(lineOf).join(''));
    renameSync(`${path}.new`, path);
    onDisk = kept.length;
  }
  function append(weight: KeptWeight): void {
    writeDurably(path, 'a', lineOf(weight));
    onDisk += 1;
  }

  return {
    /** Durable when it returns, unless there is trouble. */
    add(weight: KeptWeight): void {
      kept.push(weight);
      if (kept.length > MOST) kept = kept.slice(-MOST);
      // acknowledged lines stay in the file until they outnumber the rest: sending one again does no harm
      onTheDisk(() => (onDisk > kept.length + MOST ? rewrite() : append(weight)));
    },
    first: (): KeptWeight | undefined => kept[0],
    /** Removes an acknowledged weight. */
    remove(weight: KeptWeight): void {
      kept = kept.filter((one) => one !== weight);
      if (kept.length === 0) onTheDisk(rewrite);
    },
    count: (): number => kept.length,
    /** The disk's problem in words for the user. */
    trouble: (): string | undefined => trouble,
  };
}
export type Outbox = ReturnType<typeof createOutbox>;
