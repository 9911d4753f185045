import toast from 'react-hot-toast';
import type { Settlement } from './journal.ts';
import { takenBy } from './operations.ts';
import { shortName } from './short-name.ts';
import type { Taken, TakenBack } from './take-back.ts';

/** The id of the last record's toast, which the toast about its outcome replaces. */
export const RECORDED = 'recorded';

/** Shows the immediate result of tapping «Отменить». */
export function tellTakenBack(how: TakenBack, { itemName, what }: Taken, offline: boolean): void {
  if (how === 'dropped') toast.success(`Отменено: ${shortName(itemName)} ${what}`, { id: RECORDED });
  if (how !== 'waits') return;
  const begun = offline ? 'Отменим, когда появится связь' : 'Отменяем';
  toast(`${begun}: ${shortName(itemName)} ${what}`, { id: RECORDED });
}

/** Shows the server's response to the take-backs. */
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
