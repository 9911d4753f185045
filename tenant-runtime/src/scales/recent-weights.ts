import type { Scales } from '../../contract/scales.endpoints.ts';
import type { ScalesReading } from '../../contract/socket.ts';

type Recent = Scales['recent'][number];

const KEPT = 50;
/** Milliseconds of silence after which the same weight is another bottle. */
const SILENCE_MS = 5000;
/** A repeated weight, for example after a lost acknowledgement, carries the same time within this tolerance. */
const SAME_TIME_MS = 50;
const SMALLEST_G = 1;

/** Returns by how many grams readings may differ although nothing has moved. */
const toleranceOf = ({ stepG = 0 }: ScalesReading): number => Math.max(2, 1.5 * stepG);

interface LastWeight {
  weightG: number;
  receivedAt: number;
  /** True if something has moved since the weight was listed. */
  left: boolean;
}

/** Keeps the last weights that came to rest, newest first, each once however long it stays. */
export function createRecentWeights() {
  let recent: Recent[] = [];
  const lastWeights = new Map<string, LastWeight>();

  function isListed({ scaleId, weightG }: ScalesReading, at: number): boolean {
    return recent.some(
      (one) => one.scaleId === scaleId && one.weightG === weightG && Math.abs(Date.parse(one.at) - at) <= SAME_TIME_MS,
    );
  }
  function list({ scaleId, weightG, stepG }: ScalesReading, at: number): void {
    const older = recent.findIndex((one) => Date.parse(one.at) <= at);
    const place = older === -1 ? recent.length : older;
    recent = recent.toSpliced(place, 0, { scaleId, weightG, stepG: stepG ?? null, at: new Date(at).toISOString() });
    recent.length = Math.min(recent.length, KEPT);
  }
  /** Tells whether this reading continues the weight that is already on the scale. */
  function goesOn(reading: ScalesReading, now: number): boolean {
    const known = lastWeights.get(reading.scaleId);
    if (!known || known.left || now - known.receivedAt > SILENCE_MS) return false;
    return Math.abs(reading.weightG - known.weightG) <= toleranceOf(reading);
  }
  function stand(reading: ScalesReading, now: number): void {
    // Entries of silent scales are deleted, because otherwise made-up ids would stay forever.
    for (const [scaleId, { receivedAt }] of lastWeights) if (now - receivedAt > SILENCE_MS) lastWeights.delete(scaleId);
    lastWeights.set(reading.scaleId, { weightG: reading.weightG, receivedAt: now, left: false });
  }

  return {
    list: (): Recent[] => recent,
    /** `at` is given if the bridge has seen the weight settle; otherwise the previous readings decide. */
    take(reading: ScalesReading, at: number | undefined, now: number): void {
      const known = lastWeights.get(reading.scaleId);
      if (goesOn(reading, now) && known) {
        known.receivedAt = now;
        if (at === undefined) return;
      }
      if (!reading.stable || reading.weightG < Math.max(SMALLEST_G, reading.stepG ?? 0)) {
        if (known) known.left = true;
        return;
      }
      if (at === undefined || !isListed(reading, at)) list(reading, at ?? now);
      stand(reading, now);
    },
    forget: (scaleId: string): void => void lastWeights.delete(scaleId),
  };
}
