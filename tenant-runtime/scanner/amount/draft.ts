import type { Reason } from '@ostatok/tenant-runtime/contract/changes.ts';
import type { Mode } from './keypad.ts';

/** An unfinished number with its item and its user. */
interface Draft {
  owner: number;
  itemId?: number | undefined;
  itemKey?: string | undefined;
  mode: Mode;
  text: string;
  /** The count for which it is typed; a number found in a count is not a change of the stock. */
  countId?: number | undefined;
  reason?: Reason | undefined;
}

const KEY = 'ostatok.scan.draft';

/** Saved with each key press, so that a reload or a call loses no number. */
export function keepDraft(draft: Draft): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // The storage is full; the number is still on the screen.
  }
}

export const forgetDraft = (): void => localStorage.removeItem(KEY);

/** The unfinished number; null when there is none or it belongs to another user. */
export function lastDraft(owner: number): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Draft | null;
    return draft?.owner === owner && draft.text ? draft : null;
  } catch {
    return null;
  }
}
