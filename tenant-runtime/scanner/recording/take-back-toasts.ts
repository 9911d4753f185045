import { quoted } from '@ostatok/kit/web/format.ts';
import { countedSinceText } from '@ostatok/tenant-runtime/contract/counted-since.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { amountText } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import toast from 'react-hot-toast';
import type { Settlement } from '../offline/journal.ts';
import { takenBy } from '../offline/operations.ts';
import type { Taken, TakenBack } from '../offline/take-back.ts';
import { shortName } from './short-name.ts';

/** The id of the last record's toast, which the toast about its outcome replaces. */
export const RECORDED = 'recorded';

/** Shows the immediate result of tapping «Отменить». */
export function toastTakenBack(how: TakenBack, { itemName, what }: Taken, offline: boolean): void {
  if (how === 'dropped') toast.success(`Отменено: ${shortName(itemName)} ${what}`, { id: RECORDED });
  if (how !== 'waits') return;
  const begun = offline ? 'Отменим, когда появится связь' : 'Отменяем';
  toast(`${begun}: ${shortName(itemName)} ${what}`, { id: RECORDED });
}

function countedNote(itemName: string, title: string, item: ShownItem | undefined): string {
  const now = item && item.quantity !== null ? amountText(item.quantity, item.unit) : undefined;
  return countedSinceText({ item: quoted(shortName(itemName)), count: quoted(title), now });
}

/** What the venue said of what was to be taken back. */
export function toastReverses({ done, refused, items = [], countedSince = null }: Settlement): void {
  for (const { operation, itemName } of done) {
    if (takenBy(operation) === undefined || !('what' in operation)) continue;
    const text = `Отменено: ${shortName(itemName)} ${operation.what}`;
    if (countedSince === null) toast.success(text, { id: RECORDED });
    else toast.success(`${text}. ${countedNote(itemName, countedSince, items[0])}`, { id: RECORDED, duration: 12_000 });
  }
  for (const { kept, error } of refused) {
    if (takenBy(kept.operation) === undefined) continue;
    toast.error(`Не отменено: ${shortName(kept.itemName)}. ${error}`, { id: RECORDED, duration: 8000 });
  }
}
