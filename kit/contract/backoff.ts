/** The delays between attempts: they double from first to last. */
export interface Backoff {
  firstMs: number;
  lastMs: number;
}

/** Returns the milliseconds to wait after so many failures in a row. */
export const backoffMs = ({ firstMs, lastMs }: Backoff, failures: number): number =>
  Math.min(firstMs * 2 ** Math.max(0, failures - 1), lastMs);

export interface BackoffOptions extends Backoff {
  /** Each delay is multiplied by a random factor between these two, so that not all clients return at once. */
  jitter?: readonly [number, number];
  random?: () => number;
}

/** Counts the failures in a row and says how long to wait after each. */
export function createBackoff({ jitter: [from, to] = [1, 1], random = Math.random, ...delays }: BackoffOptions) {
  let failures = 0;
  return {
    /** Call it after a failure; returns the milliseconds until the next attempt. */
    next(): number {
      failures += 1;
      return Math.round(backoffMs(delays, failures) * (from + (to - from) * random()));
    },
    /** Call it after a success. */
    reset(): void {
      failures = 0;
    },
    failures: (): number => failures,
  };
}
