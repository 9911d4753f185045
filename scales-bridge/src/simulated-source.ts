import { setTimeout as sleep } from 'node:timers/promises';
import type { RawReading, Source } from './source.ts';

/** Readings of one weighing, four a second as a slow scale gives them: empty, a bottle settling, at rest, empty again. */
const SETTLING = [0, 0.35, 1.12, 0.93, 1.04, 0.98, 1.01];
const REST = 14;
const EMPTY = 6;

function weighing(weightG: number): number[] {
  return [
    ...SETTLING.map((share) => Math.round(weightG * share)),
    ...Array.from({ length: REST }, () => weightG),
    ...Array.from({ length: EMPTY }, () => 0),
  ];
}

/** A scale that is not there: puts one bottle after another on itself. `everyMs` apart; does not say what is stable. */
export function createSimulatedSource(weightsG: readonly number[], everyMs = 250): Source {
  return {
    async *readings(stop): AsyncGenerator<RawReading> {
      while (weightsG.length > 0 && !stop.aborted) {
        for (const weightG of weightsG.flatMap(weighing)) {
          yield { scaleId: 'simulated', weightG };
          await sleep(everyMs, undefined, { signal: stop }).catch(() => undefined);
          if (stop.aborted) return;
        }
      }
    },
  };
}
