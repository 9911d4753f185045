import { statfs } from 'node:fs/promises';

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

/** `full`: nothing more can be written; `nearly_full`: that comes soon; `crowded`: somebody should look at it. */
export type DiskState = 'full' | 'nearly_full' | 'crowded' | 'roomy';

export function diskStateOf({ free, usedPercent }: Pick<DiskSpace, 'free' | 'usedPercent'>): DiskState {
  if (free < LEAST_FREE_BYTES) return 'full';
  if (usedPercent >= FULL_PERCENT || free < LITTLE_FREE_BYTES) return 'nearly_full';
  return usedPercent >= CROWDED_PERCENT ? 'crowded' : 'roomy';
}
