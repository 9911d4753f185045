import test from 'ava';
import { drawingOf } from '../../../tenant-runtime/contract/barcode-patterns.ts';
import { type Decoder, framePasses, readPhoto } from '../../../tenant-runtime/contract/barcodes.ts';
import { createFrameReader } from '../../../tenant-runtime/contract/frame-reader.ts';
import type { GreyImage } from '../../../tenant-runtime/contract/grey-image.ts';
import { loadDecoder } from '../../../tenant-runtime/src/barcodes/decoder.ts';
import { barLabel, photograph, seeded } from './pictures.ts';

const decoder = loadDecoder();
const EAN = '4600494000737';

/** Too fine and too noisy for a quick look. */
const view = { scale: 1.5, turn: 0.03, lean: 0.05, bend: 0.004, blur: 0.7, noise: 14, dark: 60, light: 190 };
const hardFrame = (seed: number): GreyImage =>
  photograph(barLabel(drawingOf(EAN)?.patterns.join('') ?? ''), view, seeded(seed));

/** A decoder that counts its calls; each takes `each` milliseconds by the clock that is returned. */
async function slowPhone(each: number) {
  const decode = await decoder;
  let [looks, time] = [0, 0];
  const slow: Decoder = (image, options) => {
    looks += 1;
    time += each;
    return decode(image, options);
  };
  const taken = (): number => {
    const before = looks;
    looks = 0;
    return before;
  };
  return { read: createFrameReader(slow, () => time), taken };
}

test('one frame is read where a still photo is, and a glance alone finds nothing', async (t) => {
  const { read, taken } = await slowPhone(0);
  t.deepEqual(await readPhoto(hardFrame(1), await decoder), [EAN]);
  t.deepEqual(await read(hardFrame(1)), [EAN]);
  t.true(taken() > 2);
});

test('on a slow phone the ways of a photo are spread over the next frames, and what has read reads again at once', async (t) => {
  const { read, taken } = await slowPhone(1000);
  const frames: string[][] = [];
  while (frames.at(-1)?.length !== 1 && frames.length <= framePasses.length) {
    frames.push(await read(hardFrame(1)));
    t.true(taken() <= 2, 'a glance and one look a frame');
  }
  t.true(frames.length > 1, 'the first frame had no time for it');
  t.deepEqual(frames.at(-1), [EAN]);

  t.deepEqual(await read(hardFrame(1)), [EAN]);
  t.is(taken(), 2);
});
