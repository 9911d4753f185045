import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import { readMark } from '@ostatok/tenant-runtime/contract/read-mark.ts';

/**
 * Two equal reads of a barcode within this time are trusted; a single one may be a misread whose check digit matches by
 * chance. A mark corrects its own errors, so one read of it is enough.
 */
const TOGETHER_MS = 1_500;

/**
 * Returns a code once the camera's reads are reliable, and not again until it was out of sight for a while. `seen` is
 * the last code of the previous session, whose bottle may still be before the camera.
 */
export function createDebouncedReads(now: () => number = Date.now, seen?: string) {
  let last: { code: string; at: number } | undefined;
  let given = seen === undefined ? undefined : { code: seen, at: now() };

  return (read: string): string | null => {
    const ean = normaliseEan(read);
    const code = ean ?? readMark(read)?.mark;
    if (code === undefined) return null;
    const at = now();
    const sure = ean === null || (last?.code === code && at - last.at <= TOGETHER_MS);
    last = { code, at };
    if (!sure) return null;
    const repeated = given?.code === code && at - given.at <= TOGETHER_MS;
    given = { code, at };
    return repeated ? null : code;
  };
}
