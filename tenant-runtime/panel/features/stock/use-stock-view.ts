import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type FullView, viewFrom, withView } from './view-address.ts';

/** Browsers throttle history updates, so the address must not change with each letter. */
const WRITE_MS = 300;

/**
 * The table's filter and sorting, kept in the page's address, so that links and the back button restore the same rows.
 * The screen updates at once, the address a moment later.
 */
export function useStockView(): [FullView, (change: Partial<FullView>) => void] {
  const [address, setAddress] = useSearchParams();
  const [view, setView] = useState(() => viewFrom(address));
  const [written, setWritten] = useState(view);

  const write = useEffectEvent(() => {
    setWritten(view);
    setAddress((current) => withView(current, view), { replace: true });
  });
  useEffect(() => {
    if (JSON.stringify(view) === JSON.stringify(written)) return;
    const timer = setTimeout(() => write(), WRITE_MS);
    return () => clearTimeout(timer);
  }, [view, written]);

  const read = useEffectEvent((next: FullView) => {
    if (JSON.stringify(next) === JSON.stringify(written)) return;
    setWritten(next);
    setView(next);
  });
  useEffect(() => read(viewFrom(address)), [address]);

  return [view, useCallback((change) => setView((before) => ({ ...before, ...change })), [])];
}
