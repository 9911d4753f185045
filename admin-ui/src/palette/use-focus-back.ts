import { useEffect, useState } from 'react';

/** Returns the focus to where it was before, unless another element has taken it. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // A closing dialog releases the focus a moment later.
      setTimeout(() => {
        const isFree = document.activeElement === null || document.activeElement === document.body;
        if (isFree && before instanceof HTMLElement && before.isConnected) before.focus();
      });
    },
    [before],
  );
}
