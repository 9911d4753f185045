import { type Clock, systemClock } from './clock.ts';
import type { Source } from './source.ts';

/** Readings of one weighing, four a second as from a slow scale: empty, a bottle settling, at rest, empty again. */
const SETTLING = [0, 0.35, 1.12, 0.93, 1.04, 0.98, 1.01];
const REST = 14;
const EMPTY = 6;
const STEP_G = 1;

function weighing(weightG: number): number[] {
  return [
    ...SETTLING.map((share) => Math.round(weightG * share)),
    ...Array.from({ length: REST }, () => weightG),
    ...Array.from({ length: EMPTY }, () => 0),
  ];
}

/**
 * A simulated scale on which one bottle after another is put. Its readings are `everyMs` apart and have no `stable`.
 */
export function createSimulatedSource(weightsG: readonly number[], everyMs = 250, clock: Clock = systemClock): Source {
  const scaleId = 'simulated';
  return {
    async run(listener, stop) {
      listener.scale({ scaleId, model: 'Пробные весы', state: 'connected' });
      while (weightsG.length > 0 && !stop.aborted) {
        for (const weightG of weightsG.flatMap(weighing)) {
          listener.reading({ scaleId, weightG, stepG: STEP_G });
          await clock.wait(everyMs, stop);
          if (stop.aborted) return;
        }
      }
    },
  };
}
