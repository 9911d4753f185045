/**
 * The photo reader is a process that searches one picture for barcodes and ends. The decoder and a photo's pixels take
 * memory that an idle tenant does not need, and a hostile picture can only hurt this process.
 */

import { endMeFirst } from '@ostatok/kit/node/end-me-first.ts';
import { type Decoder, readPhoto } from '../../contract/barcodes.ts';
import { type GreyImage, smaller } from '../../contract/grey-image.ts';
import { loadDecoder } from './decoder.ts';
import type { Answer } from './messages.ts';
import { decodePhoto } from './photo.ts';

/** Milliseconds for reading, which leave the process time to answer within its own limit. */
const READING_MS = 2300;
/** Barcodes are large in photos, so a first look needs no more pixels than this. */
const FIRST_LOOK_PIXELS = 3_500_000;
/** The decoder takes nine bytes for each pixel that it is shown at once. */
const LARGEST_LOOK_PIXELS = 13_000_000;

async function look(image: GreyImage, decode: Decoder, until: number): Promise<Answer> {
  let late = false;
  const mayGoOn = (): boolean => {
    late = performance.now() > until;
    return !late;
  };
  const times = Math.ceil(Math.sqrt(image.data.length / FIRST_LOOK_PIXELS));
  let codes = await readPhoto(times > 1 ? smaller(image, times) : image, decode, mayGoOn);
  if (codes.length === 0 && times > 1 && image.data.length <= LARGEST_LOOK_PIXELS) {
    codes = await readPhoto(image, decode, mayGoOn);
  }
  // An empty result is returned only for a photo that was examined in every way.
  return codes.length === 0 && late ? { refused: 'too_slow' } : { codes };
}

async function read(file: Uint8Array): Promise<Answer> {
  const until = performance.now() + READING_MS;
  try {
    const image = await decodePhoto(file);
    if (typeof image === 'string') return { refused: image };
    return await look(image, await loadDecoder(), until);
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

endMeFirst();
// The tenant is gone, so no process waits for the answer.
process.on('disconnect', () => process.exit(0));
process.once('message', async (file) => {
  process.send?.(await read(file as Uint8Array));
  process.disconnect();
});
process.send?.('ready');
