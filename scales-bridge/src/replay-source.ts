import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Clock } from './clock.ts';
import { createFrameReader } from './frames.ts';
import type { RecordedFrame } from './recording.ts';
import type { Source } from './source.ts';

/** Plays a recording as if its scales were present, at the recorded pace, then ends. */
export function createReplaySource(
  frames: readonly RecordedFrame[],
  { clock, log }: { clock: Clock; log: Logger },
): Source {
  return {
    async run(listener, stop) {
      const readers = new Map<string, (bytes: Uint8Array) => void>();
      for (const { scaleId, model } of frames) {
        if (readers.has(scaleId)) continue;
        readers.set(scaleId, createFrameReader(model, scaleId, listener, log));
        listener.scale({ scaleId, model: model.name, state: 'connected' });
      }
      for (const { scaleId, bytes, afterMs } of frames) {
        if (afterMs > 0) await clock.wait(afterMs, stop);
        if (stop.aborted) return;
        readers.get(scaleId)?.(bytes);
      }
    },
  };
}
