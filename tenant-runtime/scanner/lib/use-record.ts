import { useState } from 'react';
import toast from 'react-hot-toast';
import { diskMessage } from './api.ts';
import { itemRef, type PhoneItem } from './catalogue.ts';
import { timeNow } from './clock.ts';
import type { Operation } from './operations.ts';
import { rememberItem } from './recent.ts';
import { useWorkspace } from './workspace.ts';

type WithoutRef<T> = T extends { ref: unknown } ? Omit<T, 'ref'> : never;
type OfItem = WithoutRef<Operation>;

/** A UUID of version 4; the browser's own is missing where a venue is served without https. */
export function newId(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Writes down what was said of the item; success is shown when it is on the phone's disk and not before. */
export function useRecord() {
  const { queue, user } = useWorkspace();
  const [busy, setBusy] = useState(false);

  async function record(item: PhoneItem, operation: OfItem, shown: string, instead?: number): Promise<boolean> {
    setBusy(true);
    try {
      const said = { id: newId(), at: timeNow(), itemName: item.name, unit: item.unit };
      await queue.add(said, { ...operation, ref: itemRef(item) } as Operation, instead);
    } catch (error) {
      toast.error(diskMessage(error), { duration: 8000 });
      return false;
    } finally {
      setBusy(false);
    }
    rememberItem(user.id, item.id);
    navigator.vibrate?.(30);
    toast.success(`Записано: ${item.name} ${shown}`, { id: 'recorded' });
    return true;
  }
  return { record, busy };
}
