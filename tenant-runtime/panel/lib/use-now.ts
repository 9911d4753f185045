import { useEffect, useState } from 'react';

/** The time, looked at again every `everyMs`: for «только что» that grows old. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return Math.max(now, Date.now());
}
