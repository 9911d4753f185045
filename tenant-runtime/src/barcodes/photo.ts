import sharp, { type Metadata } from 'sharp';
import type { GreyImage } from '../../contract/grey-image.ts';
import type { Refusal } from './messages.ts';

/** The size of a phone's largest photo as a bot receives it; more would take more memory than a tenant can spare. */
const MAX_PIXELS = 26_000_000;
/** Formats that phones and chats send; the library's other formats are never photos. */
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp'];

/**
 * The weights of red, green and blue for brightness (BT.601), three times: the library makes three channels of three.
 */
const BRIGHTNESS: [number, number, number] = [0.299, 0.587, 0.114];

/** The process handles one picture and ends after it. */
sharp.cache(false);
sharp.concurrency(1);

function refusalOf({ format, width, height }: Metadata): Refusal | null {
  if (!FORMATS.includes(format)) return 'other_format';
  return width * height > MAX_PIXELS ? 'too_big' : null;
}

/**
 * Returns why the library cannot open a file, by its first bytes: JPEG and PNG are damaged, and HEIC, which phones
 * store and chats send as files, is another format.
 */
function refusalOfUnknown(bytes: Uint8Array): Refusal {
  const head = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  if (head.startsWith('\xff\xd8') || head.startsWith('\x89PNG')) return 'damaged';
  return head.startsWith('ftyp', 4) ? 'other_format' : 'not_image';
}

const metadataOf = async (bytes: Uint8Array): Promise<Metadata | null> => {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    return null;
  }
};

/**
 * Returns a photo's brightness, upright as its camera says, or the reason for a refusal. Nothing is decoded before its
 * size is known.
 */
export async function decodePhoto(bytes: Uint8Array): Promise<GreyImage | Refusal> {
  const known = await metadataOf(bytes);
  if (!known) return refusalOfUnknown(bytes);
  const refusal = refusalOf(known);
  if (refusal) return refusal;
  try {
    const photo = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' });
    const { data, info } = await photo
      .autoOrient()
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .recomb([BRIGHTNESS, BRIGHTNESS, BRIGHTNESS])
      .extractChannel('red')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  } catch {
    return 'damaged';
  }
}
