import type { NewItemForm } from './form.ts';

interface FormDraft {
  owner: number;
  form: NewItemForm;
}

const KEY = 'ostatok.scan.new-item';

/** Kept with each key: a phone that rings or reloads loses no word. */
export function keepForm(owner: number, form: NewItemForm): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ owner, form } satisfies FormDraft));
  } catch {
    // No room: it is on the screen still.
  }
}

export const forgetForm = (): void => localStorage.removeItem(KEY);

/** What this person had filled in of a new item with this code; null: nothing. */
export function lastForm(owner: number, ean: string): NewItemForm | null {
  try {
    const draft = JSON.parse(localStorage.getItem(KEY) ?? 'null') as FormDraft | null;
    return draft?.owner === owner && draft.form.ean === ean ? draft.form : null;
  } catch {
    return null;
  }
}
