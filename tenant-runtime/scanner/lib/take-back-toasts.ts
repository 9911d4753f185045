import toast from 'react-hot-toast';
import type { Settlement } from './journal.ts';
import { takenBy } from './operations.ts';
import { shortName } from './short-name.ts';
import type { Taken, TakenBack } from './take-back.ts';

/** The toast of the last record, which what becomes of that record takes the place of. */
export const RECORDED = 'recorded';

/** What a tap on «Отменить» has done so far. */
export function tellTakenBack(how: TakenBack, { itemName, what }: Taken, offline: boolean): void {
  if (how === 'dropped') toast.success(`Отменено: ${shortName(itemName)} ${what}`, { id: RECORDED });
  if (how !== 'waits') return;
  const begun = offline ? 'Отменим, когда появится связь' : 'Отменяем';
  toast(`${begun}: ${shortName(itemName)} ${what}`, { id: RECORDED });
}

/** What the venue said of what was to be taken back. */
export function tellReverses({ done, refused }: Settlement): void {
  for (const { operation, itemName } of done) {
    if (takenBy(operation) === undefined || !('what' in operation)) continue;
    toast.success(`Отменено: ${shortName(itemName)} ${operation.what}`, { id: RECORDED });
  }
  for (const { kept, error } of refused) {
    if (takenBy(kept.operation) === undefined) continue;
    toast.error(`Не отменено: ${shortName(kept.itemName)}. ${error}`, { id: RECORDED, duration: 8000 });
  }
}
