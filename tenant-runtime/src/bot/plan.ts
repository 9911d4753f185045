import type { NewChange } from '../changes/changes.service.ts';
import type { Outcome } from './resolve.ts';

export type Open = Extract<Outcome, { kind: 'ask' | 'unknown' | 'need' }>;

/** What an edit does; kept before it is done, so that the same edit delivered again does the same and no more. */
export interface Plan {
  /** Reverses of what the message does not say any more, then what it says now. */
  writes: NewChange[];
  refused: string[];
  questions: { changeId: string; outcome: Open }[];
}
