import { normaliseEan } from '@ostatok/tenant-runtime/contract/ean.ts';

/** Two equal reads this close together are believed; one alone may be a misread that passes its check digit by luck. */
const TOGETHER_MS = 1_500;

/**
 * Gives the code of a camera's reads once it is sure of it, and not again until it was out of sight for a while. `seen`: given
 * before the camera was on last; the bottle may still be in front of it.
 */
export function createDebouncedReads(now: () => number = Date.now, seen?: string) {
  let last: { code: string; at: number } | undefined;
  let given = seen === undefined ? undefined : { code: seen, at: now() };

  return (read: string): string | null => {
    const code = normaliseEan(read);
    if (code === null) return null;
    const at = now();
    const sure = last?.code === code && at - last.at <= TOGETHER_MS;
    last = { code, at };
    if (!sure) return null;
    const repeated = given?.code === code && at - given.at <= TOGETHER_MS;
    given = { code, at };
    return repeated ? null : code;
  };
}
