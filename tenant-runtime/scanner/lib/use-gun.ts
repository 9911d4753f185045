import { useEffect, useEffectEvent } from 'react';
import { type GunOptions, listenToGun } from './gun.ts';

/** A scanner that types, and a keyboard, for as long as the screen is shown. */
export function useGun(options: Partial<GunOptions>): void {
  const onCode = useEffectEvent((code: string) => options.onCode?.(code));
  const onKey = useEffectEvent((key: string) => options.onKey?.(key));
  const onEnter = useEffectEvent(() => options.onEnter?.());
  useEffect(() => listenToGun({ onCode, onKey, onEnter }), []);
}
