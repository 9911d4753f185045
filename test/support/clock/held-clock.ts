import type { Clock } from '../../../scales-bridge/src/clock.ts';

/** A clock that stands until it is advanced: waits end when their time has come. */
export function heldClock(): Clock & { advance: (ms: number) => Promise<void>; waiting: () => number } {
  let now = 0;
  const waiting = new Set<{ until: number; resolve: () => void }>();
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    wall: () => now,
    elapsed: () => now,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const one = { until: now + ms, resolve };
        waiting.add(one);
        const leave = (): void => {
          waiting.delete(one);
          resolve();
        };
        signal.addEventListener('abort', leave, { once: true });
        if (signal.aborted) leave();
      }),
    waiting: () => waiting.size,
    async advance(ms) {
      await settled();
      now += ms;
      for (const one of waiting) {
        if (one.until > now) continue;
        waiting.delete(one);
        one.resolve();
      }
      await settled();
      await settled();
    },
  };
}
