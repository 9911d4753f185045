import { type Decoder, glance, photoPasses, readWith } from './barcodes.ts';
import type { GreyImage } from './grey-image.ts';

/** How long one frame may be looked at before the next one is taken: a person moves the bottle meanwhile. */
const FRAME_MS = 150;

/**
 * Reads a camera's frames as a still photo is read: after a glance a frame is looked at in all the ways of photos, and what
 * there is no time for in it is done with the next one. A frame after one that was read begins with the way that read it, so
 * that the second read, which makes a code believed, comes at once.
 */
export function createFrameReader(decode: Decoder, now: () => number): (image: GreyImage) => Promise<string[]> {
  let first = 0;

  return async (image) => {
    const until = now() + FRAME_MS;
    const ways = [...photoPasses.slice(first), ...photoPasses.slice(0, first)];
    let asked = 0;
    // A glance and one more look, however slow the phone is: else nothing but glances would ever be done.
    const mayGoOn = (): boolean => {
      asked += 1;
      return asked <= 2 || now() < until;
    };
    const { codes, looks } = await readWith([glance, ...ways], image, decode, mayGoOn);
    const isReadByWay = codes.length > 0 && looks > 1;
    const done = looks - 1 - (isReadByWay ? 1 : 0);
    if (codes.length === 0 || isReadByWay) first = (first + done) % photoPasses.length;
    return codes;
  };
}
