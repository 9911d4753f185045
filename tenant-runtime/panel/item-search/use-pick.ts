import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { useMemo, useState } from 'react';
import { viewOf } from '../stock/stock-filter.ts';
import { useStock } from '../workspace/workspace.ts';

const SHOWN = 6;

const byCode = (items: readonly ShownItem[], ean: string): ShownItem | undefined =>
  items.find((item) => item.ean === ean || item.codes?.some((code) => code.ean === ean));

const NOTHING_ELSE: readonly ShownItem[] = [];

/** Finds the next bottle by name, or by the barcode that a scanner types; `also` are found beside the stock's items. */
export function usePick(onPick: (item: ShownItem) => void, also = NOTHING_ELSE) {
  const { items: stock } = useStock();
  const items = useMemo(() => (also.length > 0 ? [...stock, ...also] : stock), [stock, also]);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [unknown, setUnknown] = useState<string | null>(null);
  const found = useMemo(
    () =>
      text.trim() === ''
        ? []
        : viewOf(items, { search: text, category: null, sort: 'name', descending: false }).slice(0, SHOWN),
    [items, text],
  );

  function pick(item: ShownItem | undefined): void {
    if (!item) {
      setUnknown(normaliseEan(text) ? 'Такого штрихкода нет ни у одной позиции' : 'Ничего не нашлось');
      return;
    }
    setText('');
    setUnknown(null);
    onPick(item);
  }

  return {
    text,
    found,
    unknown,
    at: Math.min(at, Math.max(0, found.length - 1)),
    type(next: string): void {
      setText(next);
      setAt(0);
      setUnknown(null);
    },
    move: (by: number): void => setAt((before) => Math.max(0, Math.min(found.length - 1, before + by))),
    pick,
    /** Enter picks the item with this barcode, otherwise the highlighted name. */
    take(): void {
      const ean = normaliseEan(text);
      pick((ean && byCode(items, ean)) || found[Math.min(at, found.length - 1)]);
    },
  };
}
export type Pick = ReturnType<typeof usePick>;
