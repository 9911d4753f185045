import { formatQuantity } from '@ostatok/kit/web/format.ts';
import { doubtOf } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import { readMark } from '@ostatok/tenant-runtime/contract/read-mark.ts';
import { wholeBottles } from '@ostatok/tenant-runtime/contract/whole-bottles.ts';
import { stockFacts } from '../amount/stock-facts.ts';
import { belongs, useCounting } from '../counts/counting.ts';
import { readItemInCount } from '../counts/counts.ts';
import { soundRecorded } from '../device/sound.ts';
import type { FoundByCode } from '../offline/catalogue.ts';
import { countedHere } from '../offline/counted-marks.ts';
import { takenIn } from '../offline/operations.ts';
import { readRecords } from '../offline/records.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { toastCountedHere } from './seen-toasts.ts';
import { useRecord } from './use-record.tsx';

/**
 * Counts a bottle by its mark in the chosen count. Returns whether that is all: a bottle of an item in pieces is whole and
 * is counted at once, and one that was counted before is not counted again. Of anything else the person has to say how much
 * is in it.
 */
export function useBottle(): (found: FoundByCode, mark: string) => Promise<boolean> {
  const { db, queue, user } = useWorkspace();
  const { record } = useRecord();
  const counting = useCounting();

  /** Whether it was counted and taken back here: perhaps its stamp was said to be of another item. */
  async function wasTakenBack(mark: string): Promise<boolean> {
    if (readMark(mark)?.kind === 'gs1') return false;
    const taken = takenIn(queue.snapshot().kept);
    const records = await readRecords({ get: (key) => db.get('facts', key) }, user.id);
    return records.some(
      ({ id, operation, takenBack }) =>
        operation.kind === 'entry' && operation.mark === mark && (takenBack === true || taken.has(id)),
    );
  }

  return async ({ item, pack }, mark) => {
    if (!counting) return false;
    const { count, areaId } = counting;
    const at = await countedHere(db, queue.snapshot().kept, { countId: count.id, mark, userId: user.id });
    if (at !== undefined) {
      toastCountedHere(item.name, at);
      return true;
    }
    const quantity = item.unit === 'шт' ? wholeBottles(item, pack) : null;
    if (quantity === null || (await wasTakenBack(mark))) return false;
    if (doubtOf(stockFacts(item, count.blind ? null : item.quantity), { found: quantity })) return false;
    const { line } = await readItemInCount(db, { countId: count.id, itemId: item.id, userId: user.id });
    if (!line && !belongs(count, item)) return false;
    const operation = {
      kind: 'entry' as const,
      countId: count.id,
      areaId,
      amount: { quantity },
      mark,
      source: 'scanner' as const,
      method: 'scanned' as const,
    };
    const isRecorded = await record(item, operation, `${formatQuantity(quantity, item.unit)} в подсчёт`);
    if (isRecorded) soundRecorded();
    return isRecorded;
  };
}
