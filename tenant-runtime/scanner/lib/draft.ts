import type { Reason } from '@ostatok/tenant-runtime/contract/changes.ts';
import type { Mode } from './keypad.ts';

/** A number on its way to being recorded: of which item, by whom. */
interface Draft {
  owner: number;
  itemId?: number | undefined;
  itemKey?: string | undefined;
  mode: Mode;
  text: string;
  /** The count it is typed for: what was found there is no change of the stock. */
  countId?: number | undefined;
  reason?: Reason | undefined;
}

const KEY = 'ostatok.scan.draft';

/** Kept with each key pressed: a phone that rings or reloads loses no number. */
export function keepDraft(draft: Draft): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // No room: the number is on the screen still.
  }
}

export const forgetDraft = (): void => localStorage.removeItem(KEY);

/** The number somebody has left half typed; null: there is none, or it is another person's. */
export function lastDraft(owner: number): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Draft | null;
    return draft?.owner === owner && draft.text ? draft : null;
  } catch {
    return null;
  }
}
