import { useEffect, useEffectEvent, useRef } from 'react';

/** Reading takes much of the processor: a phone that lies on the bar with its camera on gets warm. */
const REST_AFTER_MS = 3 * 60_000;
const LOOK_MS = 10_000;

/** Calls `rest` when what is on has not been in use for some minutes. Returns what tells that it is in use. */
export function useRest(on: boolean, rest: () => void): () => void {
  const lastUse = useRef(0);
  const onRest = useEffectEvent(rest);
  useEffect(() => {
    if (!on) return;
    lastUse.current = Date.now();
    const timer = setInterval(() => {
      if (Date.now() - lastUse.current >= REST_AFTER_MS) onRest();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [on]);
  return () => {
    lastUse.current = Date.now();
  };
}
