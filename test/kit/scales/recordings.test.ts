import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createFrameReader } from '@ostatok/kit/scales/frame-reader.ts';
import { bluetoothModels, cableModels } from '@ostatok/kit/scales/index.ts';
import { parseRecording } from '@ostatok/kit/scales/read-recording.ts';
import { playableRecording } from '@ostatok/kit/scales/recorded-model.ts';
import { createSettling } from '@ostatok/kit/scales/settling.ts';
import test from 'ava';

const folder = fileURLToPath(new URL('recordings', import.meta.url));

/** The last weight at rest, as the bridge and the phone would have it. */
function weightAtRest({ model, frames }: NonNullable<ReturnType<typeof playableRecording>>) {
  const read = createFrameReader(model);
  const settle = createSettling();
  let now = 0;
  let atRest: { weightG: number; stepG: number } | undefined;
  for (const { bytes, afterMs } of frames) {
    now += afterMs;
    for (const frame of read(bytes)) {
      if ('error' in frame) continue;
      const { weightG, stable, stepG = model.stepG } = frame;
      const { reading } = settle({ scaleId: 'recorded', weightG, stepG, ...(stable !== undefined && { stable }) }, now);
      if (reading.stable) atRest = { weightG, stepG };
    }
  }
  return atRest;
}

// each file is a test by itself: whoever adds one writes no code here
for (const name of readdirSync(folder)) {
  test(`the recorded scale is understood: ${name}`, (t) => {
    const recording = parseRecording(readFileSync(`${folder}/${name}`, 'utf8'));
    const { name: scale } = recording.scale;
    const playable = playableRecording(recording, { bluetooth: bluetoothModels, cable: cableModels });
    if (!playable) return t.fail(`no model knows «${scale}» and listens to what it has`);
    const atRest = weightAtRest(playable);
    if (!atRest) return t.fail(`${playable.model.id} read no weight at rest in ${playable.frames.length} frames`);
    const off = Math.abs(atRest.weightG - recording.weightG);
    t.true(
      off <= atRest.stepG,
      `${playable.model.id} read ${atRest.weightG} g, the display showed ${recording.weightG} g`,
    );
  });
}
