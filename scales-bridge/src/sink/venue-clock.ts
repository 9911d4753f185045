import type { ScalesReading } from '@ostatok/tenant-runtime/contract/socket.ts';
import type { Clock } from '../clock.ts';
import type { KeptWeight } from '../outbox.ts';

/** Two clocks that differ by less count as equal: sending to the tenant takes as long. */
const AGREE_MS = 250;
/** An answer of the tenant may be on its way for so long; a greater difference means that its clock was set back. */
const LATE_MS = 10_000;

/**
 * Dates a weight by the tenant's clock: ours may be years off, as on a computer without a battery, and may be corrected
 * meanwhile. A weight that is sent again keeps its first date, by which the tenant recognises it.
 */
export function createVenueClock(clock: Clock) {
  let reference: { venue: number; elapsed: number } | undefined;
  const dates = new WeakMap<KeptWeight, string>();

  const now = (): number => (reference ? reference.venue + clock.elapsed() - reference.elapsed : clock.wall());

  function takenAt({ at, elapsedAt }: KeptWeight): number {
    const age = elapsedAt === undefined ? clock.wall() - at : clock.elapsed() - elapsedAt;
    const reckoned = now() - Math.max(0, age);
    return Math.abs(reckoned - at) <= AGREE_MS ? at : reckoned;
  }

  return {
    set(time: string | undefined): void {
      const venue = Date.parse(time ?? '');
      if (!Number.isFinite(venue)) return;
      // a time comes late and never early: the one that came quickest is right, and weights stay in their order
      const isLate = reference !== undefined && venue < now() && now() - venue < LATE_MS;
      if (!isLate) reference = { venue, elapsed: clock.elapsed() };
    },
    dated(weight: KeptWeight): ScalesReading {
      const { scaleId, weightG, stepG } = weight;
      const at = dates.get(weight) ?? new Date(takenAt(weight)).toISOString();
      dates.set(weight, at);
      return { scaleId, weightG, stable: true, ...(stepG === undefined ? {} : { stepG }), at };
    },
  };
}
export type VenueClock = ReturnType<typeof createVenueClock>;
