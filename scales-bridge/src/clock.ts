import { setTimeout as sleep } from 'node:timers/promises';

/** Time, injected so that a test can control it. */
export interface Clock {
  /** The computer's calendar time in milliseconds, which may be wrong and may jump. */
  wall(): number;
  /** Monotonic milliseconds, valid in this process only. */
  elapsed(): number;
  /** Resolves early, without throwing, when `signal` aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  wall: () => Date.now(),
  elapsed: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal, ref: true }).catch(() => undefined),
};
