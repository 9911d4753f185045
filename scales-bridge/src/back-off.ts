/**
 * Delays between attempts: a second, doubling to a minute, each up to a third shorter at random, so that the bridges of
 * a street do not all reconnect at the same moment.
 */
export function createBackOff({ firstMs = 1000, lastMs = 60_000, random = Math.random } = {}) {
  let failures = 0;
  return {
    /** Milliseconds until the next attempt. */
    next(): number {
      const whole = Math.min(firstMs * 2 ** failures, lastMs);
      failures += 1;
      return Math.round(whole * (1 - random() / 3));
    },
    reset(): void {
      failures = 0;
    },
    failures: (): number => failures,
  };
}
