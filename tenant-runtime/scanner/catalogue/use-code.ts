import { useEffect, useRef, useState } from 'react';
import type { FoundByCode } from '../offline/catalogue.ts';
import { type UnknownCode, useLookup } from './use-lookup.ts';

/** Looks up the last shown code: gives its item to `onFound`, or reports it as unknown. */
export function useCode(onFound: (found: FoundByCode, code: string) => void | Promise<void>) {
  const lookUp = useLookup();
  const [unknown, setUnknown] = useState<UnknownCode | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const latest = useRef<string | null>(null);
  // A response that comes when another screen is open must not act on that screen.
  useEffect(() => {
    return () => {
      latest.current = null;
    };
  }, []);

  async function show(code: string): Promise<void> {
    // The camera goes on reading the same code while the server is asked.
    if (latest.current === code || unknown?.code === code) return;
    latest.current = code;
    setUnknown(null);
    try {
      const local = await lookUp.known(code);
      if (!local && latest.current === code) setAsked(code);
      const found = local ?? (await lookUp.ask(code));
      if (latest.current !== code) return;
      if ('item' in found) await onFound(found, code);
      else setUnknown(found);
    } finally {
      if (latest.current === code) {
        latest.current = null;
        setAsked(null);
      }
    }
  }
  return { show, asked, unknown, forget: () => setUnknown(null) };
}
