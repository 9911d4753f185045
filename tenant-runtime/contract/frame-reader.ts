import { type Decoder, framePasses, glance, readWith } from './barcodes.ts';
import type { GreyImage } from './grey-image.ts';

/** Milliseconds for one frame before the next one is taken, because the user moves the bottle meanwhile. */
const FRAME_MS = 150;

/**
 * Reads a camera's frames like still photos: after a glance a frame gets the passes of photos and of marks, and passes that do not
 * fit into its time continue with the next frame. After a read, the next frame begins with the pass that succeeded, so
 * that the second read, which confirms a code, comes at once.
 */
export function createFrameReader(decode: Decoder, now: () => number): (image: GreyImage) => Promise<string[]> {
  let first = 0;

  return async (image) => {
    const until = now() + FRAME_MS;
    const ways = [...framePasses.slice(first), ...framePasses.slice(0, first)];
    let asked = 0;
    // Allows a glance and one more pass however slow the phone is, because otherwise only glances would ever be done.
    const mayGoOn = (): boolean => {
      asked += 1;
      return asked <= 2 || now() < until;
    };
    const { codes, looks } = await readWith([glance, ...ways], image, decode, mayGoOn);
    const isReadByWay = codes.length > 0 && looks > 1;
    const done = looks - 1 - (isReadByWay ? 1 : 0);
    if (codes.length === 0 || isReadByWay) first = (first + done) % framePasses.length;
    return codes;
  };
}
