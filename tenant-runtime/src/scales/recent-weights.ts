import type { Scales, ScalesReading } from '../../contract/socket.ts';

type Recent = Scales['recent'][number];

const KEPT = 50;
/** A scale silent for this long has been left: the same weight after it is another bottle. */
const SILENCE_MS = 5000;
/** A weight sent again, as after a lost acknowledgement, says the same time. */
const SAME_TIME_MS = 50;
const SMALLEST_G = 1;

/** What a scale may differ by without anything having been moved. */
const toleranceOf = ({ stepG = 0 }: ScalesReading): number => Math.max(2, 1.5 * stepG);

interface LastWeight {
  weightG: number;
  heardAt: number;
  /** Something has moved since it was listed. */
  left: boolean;
}

/** The last weights that came to rest, newest first, each once however long it stands. */
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
  /** Whether this reading goes on with what already stands on the scale. */
  function goesOn(reading: ScalesReading, now: number): boolean {
    const known = lastWeights.get(reading.scaleId);
    if (!known || known.left || now - known.heardAt > SILENCE_MS) return false;
    return Math.abs(reading.weightG - known.weightG) <= toleranceOf(reading);
  }
  function stand(reading: ScalesReading, now: number): void {
    // of scales that were left nothing goes on: without this, made-up names would stay for ever
    for (const [scaleId, { heardAt }] of lastWeights) if (now - heardAt > SILENCE_MS) lastWeights.delete(scaleId);
    lastWeights.set(reading.scaleId, { weightG: reading.weightG, heardAt: now, left: false });
  }

  return {
    list: (): Recent[] => recent,
    /** `at` is given where the bridge has seen it settle; else we judge by what came before. */
    take(reading: ScalesReading, at: number | undefined, now: number): void {
      const known = lastWeights.get(reading.scaleId);
      if (goesOn(reading, now) && known) {
        known.heardAt = now;
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
