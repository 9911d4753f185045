import type { DecidedLine } from '@ostatok/tenant-runtime/contract/deliveries.ts';

export type Decision = Omit<DecidedLine, 'place'>;

export interface RowActions {
  /** Saves a decision; the focus then goes to the next open line, unless `stay` is set. */
  decide: (place: number, decision: Decision, options?: { stay: boolean }) => void;
  next: (place: number) => void;
}
