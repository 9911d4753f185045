import type { TrustedClock } from '@ostatok/api/src/trusted-clock/trusted-clock.service.ts';

const HOUR = 3_600_000;
/** A little more than a platform waits for after time that it has not seen. */
const SEEN = 26 * HOUR;

/** Moves the clock and lets the platform see the last day pass, so that expired data may be deleted. */
export async function letPass(
  clock: { pass: (ms: number) => void },
  trustedClock: Pick<TrustedClock, 'look'>,
  ms: number,
): Promise<void> {
  let left = Math.min(ms, SEEN);
  clock.pass(ms - left);
  await trustedClock.look();
  for (; left > 0; left -= 2 * HOUR) {
    clock.pass(Math.min(left, 2 * HOUR));
    await trustedClock.look();
  }
}
