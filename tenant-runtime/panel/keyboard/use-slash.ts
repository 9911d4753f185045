import type { RefObject } from 'react';
import { isSlash, isTyping } from './keys.ts';
import { useKeyDown } from './use-key-down.ts';

/** `/` focuses the page's search, except in a dialog. */
export function useSlash(search: RefObject<HTMLInputElement | null>): void {
  useKeyDown((event) => {
    if (!isSlash(event) || isTyping(event.target) || document.querySelector('[role=dialog]')) return;
    event.preventDefault();
    search.current?.focus();
    search.current?.select();
  });
}
