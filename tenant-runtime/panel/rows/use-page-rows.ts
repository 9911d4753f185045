import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

interface PageRowsOptions {
  count: number;
  /** The estimated height of a row before it is measured, px. */
  height: number;
  keyOf: (index: number) => string | number;
  overscan?: number;
}

export interface PageRows<E extends HTMLElement> {
  /** The ref of the element that holds the rows. */
  ref: RefObject<E | null>;
  virtual: Virtualizer<HTMLElement, Element>;
  /** The offset of the first row within the scrolling element, px. */
  margin: number;
}

/** Virtualises the rows of a page that scrolls as a whole: only visible rows are rendered. */
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
  // Measured after each render, because the content above the rows may have grown.
  useLayoutEffect(() => {
    const page = document.getElementById('main');
    if (!ref.current || !page) return;
    const top = ref.current.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });
  return { ref, virtual, margin } satisfies PageRows<E>;
}

/** Whether the page is being printed, when all rows must be rendered, since paper does not scroll. */
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
