import { useEffect, useRef, useState } from 'react';
import { type UnknownCode, useLookup } from '../../catalogue/use-lookup.ts';
import { screens } from '../../navigation/screen.ts';

/** Looks up the last shown code: opens its item, or reports it as unknown. */
export function useCode() {
  const lookUp = useLookup();
  const [unknown, setUnknown] = useState<UnknownCode | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const latest = useRef<string | null>(null);
  // A response that comes when another screen is open must not replace that screen.
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
      if (latest.current !== ean || screens.current().name !== 'find') return;
      if ('item' in found) screens.open(lookUp.screenOf(found, ean));
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
