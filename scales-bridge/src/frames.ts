import type { Logger } from '@ostatok/kit/node/log.ts';
import { frameAdvice } from '@ostatok/kit/scales/advice.ts';
import { createFrameReader as createReader } from '@ostatok/kit/scales/frame-reader.ts';
import type { Frame, ScaleModel, Weight } from '@ostatok/kit/scales/scale-model.ts';
import type { Listener } from './source.ts';

/** Trade scales of such divisions weigh sacks: a bottle would be wrong by a measure. */
const COARSE_G = 10;
const COARSE = 'Деление этих весов — 10 г или больше: для бутылок это грубо. Нужны весы с делением 1–2 г';
const UNIT_UNKNOWN =
  'Весы не говорят, граммы ли на дисплее. Если граммы, запустите мост один раз с --grams: npx ostatok-scales --grams';
const isCable = ({ link }: ScaleModel): boolean => 'serial' in link || 'hid' in link;

/** Reads the frames of one scale; frames that its model rejects are skipped and logged for troubleshooting. */
export function createFrameReader(model: ScaleModel, scaleId: string, listener: Listener, log: Logger) {
  const read = createReader(model);
  let note: string | undefined;

  /** Tells the advice once, and that it is not needed any more. */
  function advise(given: string | undefined): void {
    if (given === note) return;
    note = given;
    listener.scale({ scaleId, model: model.name, state: 'connected', ...(note !== undefined && { note }) });
  }

  /** Why the weights of this scale are not used. */
  function obstacleOf(stepG: number): string | undefined {
    if (isCable(model) && stepG >= COARSE_G) return COARSE;
    return model.isUnitUnknown && !listener.showsGrams(scaleId) ? UNIT_UNKNOWN : undefined;
  }

  function weigh(frame: Weight): void {
    const stepG = frame.stepG ?? model.stepG;
    const obstacle = obstacleOf(stepG);
    advise(obstacle);
    if (obstacle !== undefined) return;
    listener.reading({
      scaleId,
      weightG: frame.weightG,
      stepG,
      ...(frame.stable !== undefined && { stable: frame.stable }),
    });
  }

  function take(frame: Frame): void {
    if (!('error' in frame)) {
      weigh(frame);
      return;
    }
    log.debug({ scaleId, model: model.id, error: frame.error }, 'frame left out');
    const given = frameAdvice[frame.error];
    if (given !== undefined) advise(given);
  }

  return (bytes: Uint8Array): void => {
    listener.frame({ scaleId, model: model.id, bytes });
    for (const frame of read(bytes)) take(frame);
  };
}
