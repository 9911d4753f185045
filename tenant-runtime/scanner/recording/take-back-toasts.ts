import { quoted } from '@ostatok/kit/web/format.ts';
import { countedSinceText } from '@ostatok/tenant-runtime/contract/counted-since.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { amountText } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import type { Settlement } from '../offline/journal.ts';
import { takenBy } from '../offline/operations.ts';
import type { Taken, TakenBack } from '../offline/take-back.ts';
import { showLast } from './last-toast.ts';
import { shortName } from './short-name.ts';

/** Shows the immediate result of tapping «Отменить». */
export function toastTakenBack(how: TakenBack, { itemName, what }: Taken, offline: boolean): void {
  if (how === 'dropped') showLast('done', `Отменено: ${shortName(itemName)} ${what}`);
  if (how !== 'waits') return;
  const begun = offline ? 'Отменим, когда появится связь' : 'Отменяем';
  showLast('underWay', `${begun}: ${shortName(itemName)} ${what}`);
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
    if (countedSince === null) showLast('done', text);
    else showLast('done', `${text}. ${countedNote(itemName, countedSince, items[0])}`, { duration: 12_000 });
  }
  for (const { kept, error } of refused) {
    if (takenBy(kept.operation) === undefined) continue;
    showLast('refused', `Не отменено: ${shortName(kept.itemName)}. ${error}`, { duration: 8000 });
  }
}
