import { setTimeout as sleep } from 'node:timers/promises';

/** Time, handed in so that a test can hold it. */
export interface Clock {
  /** Milliseconds of the computer's calendar, which may be wrong and may jump. */
  wall(): number;
  /** Milliseconds that only ever go on evenly; of this process alone. */
  elapsed(): number;
  /** Resolves early, without throwing, when `signal` aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  wall: () => Date.now(),
  elapsed: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal, ref: true }).catch(() => undefined),
};
