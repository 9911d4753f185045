import type { Logger } from '@ostatok/kit/node/log.ts';
import type { ScaleModel } from '@ostatok/kit/scales/scale-model.ts';
import type { Listener } from './source.ts';

/** Reads the frames of one scale; frames that its model rejects are skipped and logged for troubleshooting. */
export function createFrameReader(model: ScaleModel, scaleId: string, listener: Listener, log: Logger) {
  return (bytes: Uint8Array): void => {
    listener.frame({ scaleId, model: model.id, bytes });
    const frame = model.parse(bytes);
    if ('error' in frame) log.debug({ scaleId, model: model.id, error: frame.error }, 'frame left out');
    else listener.reading({ scaleId, stepG: model.stepG, ...frame });
  };
}
