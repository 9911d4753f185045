import type { NewItemForm } from './form.ts';

interface FormDraft {
  owner: number;
  form: NewItemForm;
}

const KEY = 'ostatok.scan.new-item';

/** Saved with each key press, so that a reload or a call loses no input. */
export function keepForm(owner: number, form: NewItemForm): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ owner, form } satisfies FormDraft));
  } catch {
    // The storage is full; the form is still on the screen.
  }
}

export const forgetForm = (): void => localStorage.removeItem(KEY);

/** The user's unfinished form for a new item with this code; null when there is none. */
export function lastForm(owner: number, ean: string): NewItemForm | null {
  try {
    const draft = JSON.parse(localStorage.getItem(KEY) ?? 'null') as FormDraft | null;
    return draft?.owner === owner && draft.form.ean === ean ? draft.form : null;
  } catch {
    return null;
  }
}
