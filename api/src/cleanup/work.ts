import type { CleanupItem } from '@ostatok/api/contract/cleanup.endpoints.ts';

/** A finding of one action. */
export interface Found extends CleanupItem {
  /** The observed facts, compared before the work: it is done only if they have not changed. */
  evidence: string;
}

/** How an action sets things aside, restores and purges them. Each step may be repeated after a crash. */
export interface QuarantineSteps<Was extends object = Record<string, unknown>> {
  /** The state that a restore will bring back. */
  snapshot(key: string): Promise<Was>;
  setAside(key: string, aside: string, was: Was): Promise<void>;
  /** Throws Conflict when its place is taken. */
  restore(key: string, aside: string, was: Was): Promise<void>;
  purge(key: string, aside: string, was: Was): Promise<void>;
}

export interface CleanupWork {
  /** The name of the count in the result. */
  counts: 'deleted' | 'removed' | 'fixed';
  /** With `keys`, only these. */
  find(keys?: string[]): Promise<Found[]>;
  /** The number of things checked, if it differs from the number found. */
  checked?(): Promise<number>;
  /** Steps of an action that sets things aside. */
  quarantine?: QuarantineSteps;
  /** The work of an action without quarantine. Returns a reason when it was not done. */
  apply?(key: string): Promise<string | undefined>;
}
