import type { ScalesReading } from '@ostatok/tenant-runtime/contract/socket.ts';

/** Below this the scale is empty. No bottle is so light, and a scale that was not zeroed shows a few grams. */
const EMPTY_G = 20;

const emptyBelow = ({ stepG = 0 }: ScalesReading): number => Math.max(EMPTY_G, 3 * stepG);
const toleranceOf = ({ stepG = 0 }: ScalesReading): number => Math.max(5, 3 * stepG);

/** A steady weight, and since when it stands, in monotonic milliseconds. */
export interface SteadyWeight {
  grams: number;
  stepG: number | undefined;
  since: number;
}

/**
 * Follows one scale and gives each weight once: after `take` it is another bottle only when the scale was empty, or when
 * a steady weight differs. A hand on the bottle or a lost connection in between does not make it another one.
 */
export function createOnScale() {
  let steady: SteadyWeight | undefined;
  let takenG: number | undefined;

  function see(reading: ScalesReading, now: number): void {
    const { weightG, stable, stepG } = reading;
    if (weightG < emptyBelow(reading)) {
      steady = undefined;
      takenG = undefined;
      return;
    }
    if (!stable) {
      steady = undefined;
      return;
    }
    const grams = Math.round(weightG * 10) / 10;
    if (takenG !== undefined && Math.abs(grams - takenG) > toleranceOf(reading)) takenG = undefined;
    const goesOn = steady && Math.abs(grams - steady.grams) <= toleranceOf(reading);
    steady = { grams, stepG, since: goesOn && steady ? steady.since : now };
  }

  return {
    /** `undefined`: the scale is silent or lost. */
    see(reading: ScalesReading | undefined, now: number): void {
      if (reading) see(reading, now);
      else steady = undefined;
    },
    /** The weight of a bottle that has not been taken yet. */
    fresh: (): SteadyWeight | undefined => (takenG === undefined ? steady : undefined),
    /** Whether the taken bottle still stands there. */
    isTaken: (): boolean => takenG !== undefined,
    take(): void {
      takenG = steady?.grams;
    },
  };
}
export type OnScale = ReturnType<typeof createOnScale>;
