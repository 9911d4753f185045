/**
 * A sliding window: within any `windowMs` at most `limit` requests of one key are admitted. Refused ones do not count.
 * Times are of `performance.now()`, when the request arrived.
 */
export function createRateWindow(limit: number, windowMs: number) {
  const admitted = new Map<string | number, number[]>();

  return function admits(key: string | number): boolean {
    const now = performance.now();
    const recent = (admitted.get(key) ?? []).filter((at) => now - at < windowMs);
    const isAdmitted = recent.length < limit;
    if (isAdmitted) recent.push(now);
    admitted.set(key, recent);
    return isAdmitted;
  };
}
