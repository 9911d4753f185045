import { useEffect, useRef, useState } from 'react';
import type { FoundByCode } from '../offline/catalogue.ts';
import { type UnknownCode, useLookup } from './use-lookup.ts';

/** Looks up the last shown code: gives its item to `onFound`, or reports it as unknown. */
export function useCode(onFound: (found: FoundByCode, ean: string) => void) {
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

  async function show(ean: string): Promise<void> {
    // The camera goes on reading the same code while the server is asked.
    if (latest.current === ean || unknown?.ean === ean) return;
    latest.current = ean;
    setUnknown(null);
    try {
      const local = await lookUp.known(ean);
      if (!local && latest.current === ean) setAsked(ean);
      const found = local ?? (await lookUp.ask(ean));
      if (latest.current !== ean) return;
      if ('item' in found) onFound(found, ean);
      else setUnknown(found);
    } finally {
      if (latest.current === ean) {
        latest.current = null;
        setAsked(null);
      }
    }
  }
  return { show, asked, unknown, forget: () => setUnknown(null) };
}
