import { toleranceOf } from './tolerance.ts';

/** One weight as received; `stable` is absent when the scale does not report it. */
export interface RawReading {
  scaleId: string;
  weightG: number;
  stable?: boolean;
  stepG?: number;
}

interface SettledReading extends RawReading {
  stable: boolean;
}

/** This many equal weights in a row count as stable when the scale itself does not report it. */
const EQUAL_READINGS = 5;
/** After this silence the scale has been left: the same weight then is another bottle. */
const SILENCE_MS = 5000;
const SMALLEST_G = 1;

interface Run {
  weightG: number;
  length: number;
  receivedAt: number;
  /** The settled weight that still stands on the scale. */
  atRest: number | undefined;
}

/**
 * Adds `stable` where the scale does not send it, and detects when a weight settles: `settled` is true once, `atRest`
 * until it is moved.
 */
export function createSettling() {
  const runs = new Map<string, Run>();

  function weightAtRest(run: Run | undefined, reading: RawReading, now: number): number | undefined {
    if (run?.atRest === undefined || now - run.receivedAt > SILENCE_MS) return undefined;
    return Math.abs(reading.weightG - run.atRest) <= toleranceOf(reading) ? run.atRest : undefined;
  }

  /** `now` is monotonic time. */
  return (raw: RawReading, now: number): { reading: SettledReading; settled: boolean; atRest: boolean } => {
    const run = runs.get(raw.scaleId);
    const length = run?.weightG === raw.weightG ? run.length + 1 : 1;
    const stable = raw.stable ?? length >= EQUAL_READINGS;
    const atRest = weightAtRest(run, raw, now);
    const settled = stable && atRest === undefined && raw.weightG >= Math.max(SMALLEST_G, raw.stepG ?? 0);
    const { weightG, scaleId, stepG } = raw;
    runs.set(scaleId, { weightG, length, receivedAt: now, atRest: settled ? weightG : atRest });
    const reading = { scaleId, weightG, stable, ...(stepG === undefined ? {} : { stepG }) };
    return { reading, settled, atRest: settled || atRest !== undefined };
  };
}
