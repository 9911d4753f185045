/** Clocks that differ by less agree: the way to the server takes its time, and answers tell whole seconds. */
const AGREE_MS = 60_000;
/** Of an answer so slow nobody knows when it was given. */
const SLOWEST_MS = 10_000;

/** The server's clock as this device knows it from answers; kept under `key`, for a clock that goes wrong goes wrong offline too. */
export function createServerClock(key: string) {
  /** Milliseconds this device's clock is behind. */
  const behind = (): number => Number(localStorage.getItem(key)) || 0;
  return {
    /** `date`: the head of an answer asked for at `askedAt`, by which a clock set wrong is known. */
    hearTime(date: string | null, askedAt: number): void {
      const told = Date.parse(date ?? '');
      const now = Date.now();
      if (Number.isNaN(told) || now - askedAt > SLOWEST_MS || now < askedAt) return;
      const off = told - now;
      try {
        if (Math.abs(off) > AGREE_MS) localStorage.setItem(key, String(off));
        else if (behind() !== 0) localStorage.removeItem(key);
      } catch {
        // no room: the clock is as the device has it
      }
    },
    /** When something is done, by the server's clock: late changes and counts are weighed by these times. */
    timeNow: (): string => new Date(Date.now() + behind()).toISOString(),
  };
}
