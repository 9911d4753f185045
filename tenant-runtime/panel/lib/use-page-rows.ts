import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

interface PageRowsOptions {
  count: number;
  /** Of a row, px, before it is measured. */
  height: number;
  keyOf: (index: number) => string | number;
  overscan?: number;
}

export interface PageRows<E extends HTMLElement> {
  /** Of the element that holds the rows. */
  ref: RefObject<E | null>;
  virtual: Virtualizer<HTMLElement, Element>;
  /** Where the rows begin within what scrolls, px. */
  margin: number;
}

/** Rows of a page that scrolls as a whole: only those in sight are drawn. */
export function usePageRows<E extends HTMLElement>({ count, height, keyOf, overscan = 10 }: PageRowsOptions) {
  const ref = useRef<E>(null);
  const [margin, setMargin] = useState(0);
  const virtual = useVirtualizer<HTMLElement, Element>({
    count,
    getScrollElement: () => document.getElementById('main'),
    estimateSize: () => height,
    getItemKey: keyOf,
    overscan,
    scrollMargin: margin,
  });
  // What stands above the rows may have grown since.
  useLayoutEffect(() => {
    const page = document.getElementById('main');
    if (!ref.current || !page) return;
    const top = ref.current.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });
  return { ref, virtual, margin } satisfies PageRows<E>;
}

/** Paper has no scrolling: while the page is printed all rows are there. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const before = (): void => flushSync(() => setPrinting(true));
    const after = (): void => setPrinting(false);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
  return printing;
}
