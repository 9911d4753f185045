import { useState } from 'react';
import toast from 'react-hot-toast';
import { diskMessage } from './api.ts';
import { itemRef, type PhoneItem } from './catalogue.ts';
import type { Operation } from './operations.ts';
import { rememberItem } from './recent.ts';
import { useWorkspace } from './workspace.ts';

type WithoutRef<T> = T extends { ref: unknown } ? Omit<T, 'ref'> : never;
export type OfItem = WithoutRef<Operation>;

export const newId = (): string => crypto.randomUUID();

/** Writes down what was said of the item; success is shown when it is on the phone's disk and not before. */
export function useRecord() {
  const { queue, user } = useWorkspace();
  const [busy, setBusy] = useState(false);

  async function record(item: PhoneItem, operation: OfItem, shown: string, instead?: number): Promise<boolean> {
    setBusy(true);
    try {
      const said = { id: newId(), at: new Date().toISOString(), itemName: item.name, unit: item.unit };
      await queue.add(said, { ...operation, ref: itemRef(item) } as Operation, instead);
    } catch (error) {
      toast.error(diskMessage(error), { duration: 8000 });
      return false;
    } finally {
      setBusy(false);
    }
    rememberItem(user.id, item.id);
    navigator.vibrate?.(30);
    toast.success(`Записано: ${item.name} ${shown}`);
    return true;
  }
  return { record, busy };
}
