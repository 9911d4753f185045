import type { Item } from '@ostatok/tenant-runtime/contract/items.ts';
import type { Mode } from './keypad.ts';

export interface Draft {
  item: Item;
  mode: Mode;
  text: string;
}

const KEY = 'ostatok.scan.draft';

/** Kept with each key pressed: a phone that rings or reloads loses no number. */
export const keepDraft = (draft: Draft): void => localStorage.setItem(KEY, JSON.stringify(draft));
export const forgetDraft = (): void => localStorage.removeItem(KEY);

export function lastDraft(): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

export function readDraft(itemId: number): Pick<Draft, 'mode' | 'text'> {
  const kept = lastDraft();
  return kept?.item.id === itemId ? kept : { mode: 'minus', text: '' };
}
