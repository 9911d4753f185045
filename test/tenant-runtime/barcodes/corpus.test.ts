import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { readPhoto } from '../../../tenant-runtime/contract/barcodes.ts';
import { createFrameReader } from '../../../tenant-runtime/contract/frame-reader.ts';
import { loadDecoder } from '../../../tenant-runtime/src/barcodes/decoder.ts';
import { decodePhoto } from '../../../tenant-runtime/src/barcodes/photo.ts';
import { storedAs, upsideDown } from './pictures.ts';

const corpus = join(process.env.OSTATOK_CORPUS ?? '', 'barcodes');

/** How many photos of each set ZXing itself (Java, TRY_HARDER) must read in its own tests, upright and upside down. */
const floors = {
  'ean13-1': 32,
  'ean13-3': 55,
  'ean13-5': 0,
  'ean8-1': 8,
  'upca-1': 18,
  'upca-3': 9,
  'upca-4': 11,
  'upca-6': 0,
  'upce-1': 3,
  'upce-2': 35,
  'upce-3': 8,
};

const decoder = loadDecoder();

for (const [set, floor] of Object.entries(floors)) {
  const folder = join(corpus, set);
  const title = `of the photos ${set} at least ${floor} are read, upright and upside down, as many in one frame of a camera, and none wrong`;
  if (!existsSync(folder)) {
    test.skip(`${title} (the corpus is not here)`, (t) => t.pass());
    continue;
  }
  test(title, async (t) => {
    t.timeout(300_000);
    const decode = await decoder;
    const photos = readdirSync(folder).filter((name) => name.endsWith('.png'));
    const wrong: string[] = [];
    const read = { upright: 0, turned: 0, frame: 0 };
    for (const name of photos) {
      const expected = storedAs((await readFile(join(folder, name.replace('.png', '.txt')), 'utf8')).trim());
      const image = await decodePhoto(await readFile(join(folder, name)));
      if (typeof image === 'string') throw new Error(`${name}: ${image}`);
      const looks = [
        ['upright', await readPhoto(image, decode)],
        ['turned', await readPhoto(upsideDown(image), decode)],
        // one camera frame on a phone fast enough for everything that is tried on a frame
        ['frame', await createFrameReader(decode, () => 0)(image)],
      ] as const;
      for (const [way, codes] of looks) {
        if (codes.includes(expected)) read[way] += 1;
        for (const code of codes) if (code !== expected) wrong.push(`${name} ${way}: ${code} for ${expected}`);
      }
    }
    t.log(`${photos.length} photos: ${read.upright} upright, ${read.turned} upside down, ${read.frame} in one frame`);
    t.deepEqual(wrong, []);
    t.true(read.upright >= floor && read.turned >= floor);
    t.true(read.frame >= read.upright);
  });
}
