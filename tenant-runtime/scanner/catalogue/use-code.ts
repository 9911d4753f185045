import { useEffect, useRef, useState } from 'react';
import type { FoundByCode } from '../offline/catalogue.ts';
import { type UnknownCode, useLookup } from './use-lookup.ts';

/**
 * Looks up the last shown code: gives its item to `onFound`, or reports it as unknown. A code that another code or
 * screen has overtaken goes to `onOvertaken`, with its item if there is one.
 */
export function useCode(
  onFound: (found: FoundByCode, code: string) => void | Promise<void>,
  onOvertaken?: (code: string, found: FoundByCode | undefined) => void | Promise<void>,
) {
  const lookUp = useLookup();
  const [unknown, setUnknown] = useState<UnknownCode | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const latest = useRef<string | null>(null);
  const pending = useRef(new Set<string>());
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
    // Shown again after another code: its first answer is still to come.
    if (pending.current.has(code)) return;
    pending.current.add(code);
    try {
      const local = await lookUp.known(code);
      if (!local && latest.current === code) setAsked(code);
      const found = local ?? (await lookUp.ask(code));
      if (latest.current !== code) await onOvertaken?.(code, 'item' in found ? found : undefined);
      else if ('item' in found) await onFound(found, code);
      else setUnknown(found);
    } finally {
      pending.current.delete(code);
      if (latest.current === code) {
        latest.current = null;
        setAsked(null);
      }
    }
  }
  return { show, asked, unknown, forget: () => setUnknown(null) };
}
