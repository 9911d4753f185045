import { frameAdvice } from '@ostatok/kit/scales/advice.ts';
import { createFrameReader } from '@ostatok/kit/scales/frame-reader.ts';
import type { Frame, ScaleModel } from '@ostatok/kit/scales/scale-model.ts';
import { createSettling } from '@ostatok/kit/scales/settling.ts';
import type { ScalesReading } from '@ostatok/tenant-runtime/contract/socket.ts';

/** What one frame changed on the screen: a weight, or what the person must do before there is one. */
export type Received = { reading: ScalesReading } | { note: string };

/** Reads the frames of one connection; those that mean nothing to a person are skipped. */
export function createPhoneReadings(model: ScaleModel, scaleId: string): (bytes: Uint8Array) => Received[] {
  const read = createFrameReader(model);
  const settle = createSettling();

  function received(frame: Frame): Received | undefined {
    if ('error' in frame) {
      const note = frameAdvice[frame.error];
      return note === undefined ? undefined : { note };
    }
    const { weightG, stable, stepG = model.stepG } = frame;
    return {
      reading: settle({ scaleId, weightG, stepG, ...(stable !== undefined && { stable }) }, performance.now()).reading,
    };
  }
  return (bytes) => read(bytes).flatMap((frame) => received(frame) ?? []);
}
