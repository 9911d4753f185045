import { useEffect } from 'react';

const dialogOf = (element: Element | null): Element | null => element?.closest('[role="dialog"]') ?? null;

/**
 * Returns the focus to where it was when a dialog unmounts. Mantine does so only for a dialog that it closes; ours are
 * mounted only while open, and unmounting one that holds the focus would lose it.
 */
export function useFocusBack(): void {
  useEffect(() => {
    let outside: HTMLElement | null = null;
    let watched: Element | null = null;
    const gone = new MutationObserver(() => {
      if (watched?.isConnected) return;
      gone.disconnect();
      watched = null;
      watch(dialogOf(document.activeElement));
      if (document.activeElement === document.body && outside?.isConnected) outside.focus({ preventScroll: true });
    });

    function watch(dialog: Element | null): void {
      if (!dialog || watched) return;
      watched = dialog;
      gone.observe(document.body, { childList: true, subtree: true });
    }

    function onFocus({ target }: FocusEvent): void {
      if (!(target instanceof HTMLElement)) return;
      const dialog = dialogOf(target);
      if (dialog) watch(dialog);
      else outside = target;
    }

    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('focusin', onFocus);
      gone.disconnect();
    };
  }, []);
}
