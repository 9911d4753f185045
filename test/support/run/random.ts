/** All randomness that shapes a test comes from one seed, which the run prints and which can be given again. */
import { createHash } from 'node:crypto';

/** The seed of the run, `OSTATOK_TEST_SEED`; `test/runner/suite.ts` chooses one when it is not set. */
const runSeed = Number(process.env.OSTATOK_TEST_SEED ?? 1);

/** Derives a seed from the run's for each file and each use, so that no two of them draw the same names. */
export function seedFor(name: string): number {
  return createHash('sha256').update(`${runSeed}:${name}`).digest().readInt32BE();
}

/** Random numbers from 0 to below 1, the same for the same seed: mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
