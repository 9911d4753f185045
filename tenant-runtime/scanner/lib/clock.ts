/** The phone's clock as the venue sees it. */
const KEY = 'ostatok.scan.clock';
/** Clocks that differ by less agree: the way to the venue takes its time, and answers tell whole seconds. */
const AGREE_MS = 60_000;
/** Of an answer so slow nobody knows when it was given. */
const SLOWEST_MS = 10_000;

/** Milliseconds the phone's clock is behind. Kept, for a phone that goes wrong goes wrong offline too. */
const behind = (): number => Number(localStorage.getItem(KEY)) || 0;

/** `date`: the head of an answer asked for at `askedAt`, by which a clock set wrong is known. */
export function hearTime(date: string | null, askedAt: number): void {
  const told = Date.parse(date ?? '');
  const now = Date.now();
  if (Number.isNaN(told) || now - askedAt > SLOWEST_MS || now < askedAt) return;
  const off = told - now;
  try {
    if (Math.abs(off) > AGREE_MS) localStorage.setItem(KEY, String(off));
    else if (behind() !== 0) localStorage.removeItem(KEY);
  } catch {
    // no room: the clock is as the phone has it
  }
}

/** When something is done, by the venue's clock: a count weighs what was sold before and after by these times. */
export const timeNow = (): string => new Date(Date.now() + behind()).toISOString();
