import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that is always the same and does what the latest one does: memoised rows need not be drawn anew for it. */
export function useLatest<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
