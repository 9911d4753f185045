import { useCallback, useState } from 'react';
import type { OrderRow, TypedAmount } from './order-text.ts';

/**
 * What is typed into the orders of all suppliers: an item takes its amount along to another supplier, and a note waits
 * for its supplier's next item.
 */
export function useTypedOrders() {
  const [amounts, setAmounts] = useState<Record<number, TypedAmount>>({});
  const [notes, setNotes] = useState<Record<number, string>>({});
  const typeAmount = useCallback(
    ({ item, pack }: OrderRow, text: string): void =>
      setAmounts((before) => ({ ...before, [item.id]: { text, pack } })),
    [],
  );
  const typeNote = (supplierId: number, text: string): void =>
    setNotes((before) => ({ ...before, [supplierId]: text }));
  return { amounts, notes, typeAmount, typeNote };
}
