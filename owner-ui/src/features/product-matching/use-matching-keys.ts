import { useEffect, useRef } from 'react';

/** What keys do, by `KeyboardEvent.code`, so that they are the same in both layouts. */
export type MatchingKeys = Partial<Record<string, () => void>>;

const TYPED = 'input:not([type="radio"]), textarea, select, [contenteditable]';
const PRESSED = 'button, a, summary';

/** Whether the key belongs to what has the focus: letters to a field, Enter to a button, arrows to a choice. */
function belongsTo(target: EventTarget | null, code: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(TYPED) || target.closest('[role="dialog"]')) return true;
  if (code.startsWith('Arrow') && target.matches('input')) return true;
  return code === 'Enter' && target.closest(PRESSED) !== null;
}

export function useMatchingKeys(keys: MatchingKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isUndo = event.code === 'KeyZ' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
      if (event.repeat || !(isUndo || isPlain) || belongsTo(event.target, event.code)) return;
      const act = latest.current[event.code === 'NumpadEnter' ? 'Enter' : event.code];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
