import { useEffect, useState } from 'react';

/** The current time, updated every `everyMs`, for relative times such as «только что». */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return Math.max(now, Date.now());
}
