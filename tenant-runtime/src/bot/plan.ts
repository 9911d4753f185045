import type { NewChange } from '../changes/changes.service.ts';
import type { Outcome } from './resolve.ts';

export type Open = Extract<Outcome, { kind: 'ask' | 'unknown' | 'need' }>;

/**
 * The effects of an edited message. The plan is stored before it is carried out, so that a redelivered edit repeats
 * exactly the same.
 */
export interface Plan {
  /** Reverses of the lines that the message no longer holds, followed by the lines that it holds now. */
  writes: NewChange[];
  refused: string[];
  /** The lines that are asked about; a refused line may be both told and asked about. */
  questions: { changeId: string; outcome: Outcome }[];
}
