import { normaliseEan } from '@ostatok/kit/names/barcode.ts';

/** Two equal reads within this time are trusted; a single one may be a misread whose check digit matches by chance. */
const TOGETHER_MS = 1_500;

/**
 * Returns a code once the camera's reads are reliable, and not again until it was out of sight for a while. `seen` is
 * the last code of the previous session, whose bottle may still be before the camera.
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
