/** A smaller difference is ignored, because requests take time and the Date header has whole seconds. */
const AGREE_MS = 60_000;
/** The time in a slower response is not used, because it may have been set long before. */
const SLOWEST_MS = 10_000;

/**
 * Estimates the server's clock from its responses. The offset is stored under `key`, because a wrong clock must be
 * corrected offline too.
 */
export function createServerClock(key: string) {
  /** The milliseconds by which this device's clock is behind. */
  const behind = (): number => Number(localStorage.getItem(key)) || 0;
  return {
    /** Compares `date`, the Date header of a response requested at `askedAt`, with this device's clock. */
    syncTime(date: string | null, askedAt: number): void {
      const serverTime = Date.parse(date ?? '');
      const now = Date.now();
      if (Number.isNaN(serverTime) || now - askedAt > SLOWEST_MS || now < askedAt) return;
      const off = serverTime - now;
      try {
        if (Math.abs(off) > AGREE_MS) localStorage.setItem(key, String(off));
        else if (behind() !== 0) localStorage.removeItem(key);
      } catch {
        // The storage is full: the device's own clock is used.
      }
    },
    /** The time now by the server's clock, because the server judges late changes and counts by these times. */
    timeNow: (): string => new Date(Date.now() + behind()).toISOString(),
  };
}
