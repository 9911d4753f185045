import { newId } from '@ostatok/kit/web/new-id.ts';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { diskMessage } from '../client/api.ts';
import { timeNow } from '../client/clock.ts';
import { itemRef, type PhoneItem } from '../offline/catalogue.ts';
import type { Operation } from '../offline/operations.ts';
import { takenOf } from '../offline/take-back.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { offerTakeBack } from './recorded-toast.tsx';
import { shortName } from './short-name.ts';
import { useTakeBack } from './use-take-back.ts';

type WithoutRef<T> = T extends { ref: unknown } ? Omit<T, 'ref'> : never;
type OfItem = WithoutRef<Operation>;

/** Records something about the item for a screen that shows its records itself; returns what is on the phone's disk. */
export function useQuietRecord() {
  const { queue } = useWorkspace();
  const [busy, setBusy] = useState(false);

  async function record(item: PhoneItem, operation: OfItem, instead?: number) {
    setBusy(true);
    const whole = { ...operation, ref: itemRef(item) } as Operation;
    const said = { id: newId(), at: timeNow(), itemName: item.name, unit: item.unit };
    try {
      await queue.add(said, whole, instead);
    } catch (error) {
      toast.error(diskMessage(error), { duration: 8000 });
      return undefined;
    } finally {
      setBusy(false);
    }
    return { ...said, operation: whole };
  }
  return { record, busy };
}

/** Records something about the item; success is shown only once it is on the phone's disk. */
export function useRecord() {
  const { record: recordQuietly, busy } = useQuietRecord();
  const takeBack = useTakeBack();

  async function record(item: PhoneItem, operation: OfItem, shown: string, instead?: number): Promise<boolean> {
    const recorded = await recordQuietly(item, operation, instead);
    if (!recorded) return false;
    navigator.vibrate?.(30);
    const taken = takenOf(recorded, shown);
    offerTakeBack(`Записано: ${shortName(item.name)} ${shown}`, taken && (() => void takeBack(taken)));
    return true;
  }
  return { record, busy };
}
