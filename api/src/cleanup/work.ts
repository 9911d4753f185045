import type { CleanupItem } from '@ostatok/api/contract/cleanup.ts';

/** What one action has found. */
export interface Found extends CleanupItem {
  /** What it rests on, to be compared: done only while it is still so. */
  evidence: string;
}

/** What an action sets aside, and how it comes back or goes for good. Each of these may be repeated after a crash. */
export interface QuarantineSteps<Was extends object = Record<string, unknown>> {
  /** What an undo will have to bring back. */
  snapshot(key: string): Promise<Was>;
  setAside(key: string, aside: string, was: Was): Promise<void>;
  /** Throws Conflict where its place is taken. */
  restore(key: string, aside: string, was: Was): Promise<void>;
  purge(key: string, aside: string, was: Was): Promise<void>;
}

export interface CleanupWork {
  /** How its result calls what it did. */
  counts: 'deleted' | 'removed' | 'fixed';
  /** Only these where `keys` is given. */
  find(keys?: string[]): Promise<Found[]>;
  /** Of how many, where that is not what was found. */
  checked?(): Promise<number>;
  /** Either it sets aside, */
  quarantine?: QuarantineSteps;
  /** or it is done at once. A text says why it was not. */
  apply?(key: string): Promise<string | undefined>;
}
