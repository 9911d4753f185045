import { useEffect, useState } from 'react';

/**
 * What this phone's storage holds, read anew whenever one of `of` changes, as after a renewal; an answer that was
 * overtaken is dropped. undefined until it is read, and where it cannot be.
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
