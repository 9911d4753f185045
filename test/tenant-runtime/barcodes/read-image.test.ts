import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import test from 'ava';
import { drawingOf } from '../../../tenant-runtime/contract/barcode-patterns.ts';
import { readBarcodesOfImage } from '../../../tenant-runtime/src/barcodes/read-image.ts';
import { barLabel, photograph, pngFile, pngOf, seeded } from './pictures.ts';

/** Drawn by pictures.ts and saved as two kinds of JPEG. */
const EAN = '4600494000737';
const jpeg = (way: string): Promise<Buffer> => readFile(join(import.meta.dirname, `label-${way}.jpg`));

const view = { scale: 3, turn: 0.4, lean: 0.05, bend: 0, blur: 0.6, noise: 4, dark: 40, light: 220 };
const photo = (code: string): Buffer =>
  pngOf(photograph(barLabel(drawingOf(code)?.patterns.join('') ?? ''), view, seeded(1)));

test.serial('a photo is read whichever way it is written, several at once too', async (t) => {
  t.timeout(600_000);
  const files = [await jpeg('baseline'), await jpeg('progressive'), photo(EAN)];
  t.deepEqual(await Promise.all(files.map((file) => readBarcodesOfImage(file))), [[EAN], [EAN], [EAN]]);
});

/** Unpacks to a thousand times what its size needs. */
const bomb = pngFile(64, 64, deflateSync(Buffer.alloc(64 * 65 * 1000)));

test.serial('a photo without a code has none, and one that unpacks to more than it says harms nobody', async (t) => {
  t.timeout(600_000);
  t.deepEqual(await readBarcodesOfImage(bomb), []);
  t.deepEqual(await readBarcodesOfImage(pngOf(photograph(() => 1, view, seeded(2), 160, 120))), []);
});

/** Claims more pixels than any phone takes. */
const huge = pngFile(60_000, 60_000, deflateSync(Buffer.alloc(1000)));

const refused: Record<string, [bytes: () => Buffer | Promise<Buffer>, sentence: RegExp]> = {
  'an empty file': [() => Buffer.alloc(0), /не фотография/],
  'a text': [() => Buffer.from('4600494000737'), /не фотография/],
  'a HEIC picture': [() => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'), /как фото/],
  'a drawing': [() => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), /как фото/],
  'a picture of too many pixels': [() => huge, /слишком большой/],
  'a JPEG of noise': [() => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xdb]), randomBytes(5000)]), /повреждён/],
  'a JPEG of headers alone': [async () => (await jpeg('baseline')).subarray(0, 200), /повреждён/],
};

for (const [what, [bytes, sentence]] of Object.entries(refused)) {
  test.serial(`${what} is refused with a reason`, async (t) => {
    t.timeout(600_000);
    const file = await bytes();
    const error = await t.throwsAsync(readBarcodesOfImage(file), { instanceOf: InvalidInput });
    t.regex(error?.message ?? '', sentence);
  });
}

test.serial('whatever bytes are changed in a photo, an answer or a reason comes in time', async (t) => {
  t.timeout(300_000);
  const random = seeded(3);
  for (const way of ['baseline', 'progressive']) {
    const whole = await jpeg(way);
    for (let round = 0; round < 4; round += 1) {
      const broken = Buffer.from(whole);
      for (let at = 0; at < 20; at += 1) broken[200 + Math.floor(random() * (whole.length - 200))] = random() * 256;
      const outcome = await readBarcodesOfImage(broken).catch((error: unknown) => error);
      t.true(outcome instanceof InvalidInput || (Array.isArray(outcome) && outcome.every((code) => code === EAN)));
    }
  }
});
