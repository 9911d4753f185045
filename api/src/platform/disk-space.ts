import { stat, statfs } from 'node:fs/promises';

export interface DiskSpace {
  /** In bytes. */
  total: number;
  free: number;
  usedPercent: number;
}

/** Measures the free space at a path; tests replace it. */
export type MeasureDisk = (path: string) => Promise<DiskSpace>;

const MB = 1024 ** 2;
/** With less free space the database stops within minutes: it writes its log 16 MB at a time. */
export const LEAST_FREE_BYTES = 64 * MB;
const LITTLE_FREE_BYTES = 1024 * MB;
const FULL_PERCENT = 95;
const CROWDED_PERCENT = 85;

export async function measureDisk(path: string): Promise<DiskSpace> {
  const { blocks, bavail, bfree, bsize } = await statfs(path);
  const used = blocks - bfree;
  return { total: blocks * bsize, free: bavail * bsize, usedPercent: Math.ceil((used / (used + bavail || 1)) * 100) };
}

/** The disk that a folder of this machine lies on: two folders of one disk have the same. */
export const deviceOf = async (path: string): Promise<string> => String((await stat(path)).dev);

/**
 * Asks about a folder no longer than so many milliseconds. A network disk whose server is gone answers never, and each
 * question to it takes up one of the program's few threads: until the last one is answered, no other is asked.
 */
export function givingUp<T>(ask: (path: string) => Promise<T>, afterMs: number): (path: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return async (path) => {
    const answer = asked.get(path) ?? ask(path).finally(() => asked.delete(path));
    asked.set(path, answer);
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`the disk of ${path} does not answer`)), afterMs);
    });
    return Promise.race([answer, tooLong]).finally(() => clearTimeout(timer));
  };
}

/** `full`: nothing more can be written; `nearly_full`: that comes soon; `crowded`: somebody should look at it. */
export type DiskState = 'full' | 'nearly_full' | 'crowded' | 'roomy';

export function diskStateOf({ free, usedPercent }: Pick<DiskSpace, 'free' | 'usedPercent'>): DiskState {
  if (free < LEAST_FREE_BYTES) return 'full';
  if (usedPercent >= FULL_PERCENT || free < LITTLE_FREE_BYTES) return 'nearly_full';
  return usedPercent >= CROWDED_PERCENT ? 'crowded' : 'roomy';
}
