import { useEffect, useState } from 'react';

/**
 * Reads from the phone's storage again whenever one of `of` changes; an outdated result is dropped. undefined until it
 * is read, or when it cannot be read.
 */
export function useRead<T>(read: () => Promise<T>, of: readonly unknown[]): T | undefined {
  const [known, setKnown] = useState<T>();
  useEffect(() => {
    let stale = false;
    read().then(
      (answer) => !stale && setKnown(answer),
      () => {},
    );
    return () => {
      stale = true;
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what the reading is of
  }, of);
  return known;
}
