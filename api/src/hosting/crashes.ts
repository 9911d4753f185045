import { backoffMs } from '@ostatok/kit/contract/backoff.ts';
import { OUT_OF_MEMORY } from './launcher.ts';

const BACKOFF = { firstMs: 500, lastMs: 60_000 };
/** A tenant that stayed up this long has recovered: its next crash counts as the first. */
const STEADY_MS = 60_000;

/** Counts the crashes of tenants and says how long each has to wait for its restart. */
export function createCrashes() {
  const counts = new Map<string, number>();
  const outOfMemory = new Set<string>();

  return {
    /** Returns the milliseconds to wait, longer after each crash in a row. */
    note(id: string, startedAt: Date, reason: string): number {
      if (reason === OUT_OF_MEMORY) outOfMemory.add(id);
      const count = Date.now() - startedAt.getTime() > STEADY_MS ? 1 : (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      return backoffMs(BACKOFF, count);
    },
    of: (id: string): { crashes: number; outOfMemory: boolean } => ({
      crashes: counts.get(id) ?? 0,
      outOfMemory: outOfMemory.has(id),
    }),
    ids: (): string[] => [...counts.keys()],
    forget(id: string): void {
      counts.delete(id);
      outOfMemory.delete(id);
    },
  };
}
export type Crashes = ReturnType<typeof createCrashes>;
