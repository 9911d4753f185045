import { useEffect, useEffectEvent } from 'react';
import { type KeyboardWedgeOptions, listenToKeyboardWedge } from './keyboard-wedge.ts';

/** Listens to a keyboard-wedge scanner and to a keyboard while the screen is shown. */
export function useKeyboardWedge(options: Partial<KeyboardWedgeOptions>): void {
  const onCode = useEffectEvent((code: string) => options.onCode?.(code));
  const onKey = useEffectEvent((key: string) => options.onKey?.(key));
  const onEnter = useEffectEvent(() => options.onEnter?.());
  useEffect(() => listenToKeyboardWedge({ onCode, onKey, onEnter }), []);
}
