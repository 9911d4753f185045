import type { Reason } from '@ostatok/tenant-runtime/contract/changes.ts';
import type { Mode } from './keypad.ts';

/** The user and the form of an item in which a number is typed. */
interface DraftPlace {
  owner: number;
  itemId?: number | undefined;
  itemKey?: string | undefined;
  /** The count for which it is typed; a number found in a count is not a change of the stock. */
  countId?: number | undefined;
}

/** An unfinished number. */
interface Draft extends DraftPlace {
  mode: Mode;
  text: string;
  reason?: Reason | undefined;
}

const KEY = 'ostatok.scan.draft';

/** The drafts of one item, the last typed one at the end. An older release has stored a single one. */
function readDrafts(): Draft[] {
  try {
    return [JSON.parse(localStorage.getItem(KEY) ?? '[]') as Draft | Draft[]].flat();
  } catch {
    return [];
  }
}

function writeDrafts(drafts: readonly Draft[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(drafts));
  } catch {
    // The storage is full; the number is still on the screen.
  }
}

const isOfItem = (a: DraftPlace, b: DraftPlace): boolean =>
  a.owner === b.owner && a.itemId === b.itemId && a.itemKey === b.itemKey;

/** The drafts of the item's other forms; those of other items are not kept. */
const besides = (place: DraftPlace): Draft[] =>
  readDrafts().filter((draft) => isOfItem(draft, place) && draft.countId !== place.countId);

/** Saved with each key press, so that a reload or a call loses no number. */
export const keepDraft = (draft: Draft): void => writeDrafts([...besides(draft), draft]);

export const forgetDraft = (place: DraftPlace): void => writeDrafts(besides(place));

/** The unfinished number of the form. */
export const draftOf = (place: DraftPlace): Draft | undefined =>
  readDrafts().find((draft) => isOfItem(draft, place) && draft.countId === place.countId);

/** The user's last unfinished number. */
export const lastDraft = (owner: number): Draft | undefined => readDrafts().findLast((draft) => draft.owner === owner);
