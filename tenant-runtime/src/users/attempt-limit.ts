import { TooMany } from '@ostatok/kit/node/errors.ts';

interface Window {
  count: number;
  endsAt: number;
}

/**
 * Counts attempts by key in fixed windows, in memory: a venue is one process. An attempt is counted before it is tried,
 * so that a burst cannot slip through.
 */
export function createAttemptLimit({
  max,
  windowMs,
  now,
  refusal = 'Слишком много попыток входа. Подождите и попробуйте снова',
}: {
  max: number;
  windowMs: number;
  now: () => number;
  refusal?: string;
}) {
  const windows = new Map<string, Window>();

  function forgetEnded(): void {
    for (const [key, window] of windows) if (window.endsAt <= now()) windows.delete(key);
    // A flood of made-up keys must not grow without end: the oldest go.
    for (const key of windows.keys()) {
      if (windows.size < 10_000) break;
      windows.delete(key);
    }
  }

  return {
    /** Throws TooMany with the seconds left. */
    count(key: string): void {
      if (windows.size >= 10_000) forgetEnded();
      const known = windows.get(key);
      const window = known && known.endsAt > now() ? known : { count: 0, endsAt: now() + windowMs };
      if (window.count >= max) {
        throw new TooMany(Math.ceil((window.endsAt - now()) / 1000), refusal);
      }
      window.count += 1;
      windows.set(key, window);
    },
    clear: (key: string): void => void windows.delete(key),
  };
}
