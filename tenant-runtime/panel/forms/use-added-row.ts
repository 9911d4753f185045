import { useRef, useState } from 'react';

/** Keeps the focus where a list's rows come and go: in the row just added, or on the button once a row is removed. */
export function useAddedRow() {
  const [added, setAdded] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  return {
    /** The ref of the button that adds a row. */
    button,
    /** Returns the key of a new row. */
    newKey(): string {
      const key = crypto.randomUUID();
      setAdded(key);
      return key;
    },
    isAdded: (key: string): boolean => key === added,
    focusButton: (): void => button.current?.focus(),
  };
}
