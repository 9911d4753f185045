import sharp, { type Metadata } from 'sharp';
import type { GreyImage } from '../../contract/grey-image.ts';
import type { Refusal } from './messages.ts';

/** A phone's largest photo as a bot gets it; more takes more memory than a venue has to spare. */
const MAX_PIXELS = 26_000_000;
/** What phones and chats send; other formats that the library knows are nobody's photo. */
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp'];

/** Red, green and blue as the eye weighs them (BT.601), three times over: the library makes three channels of three. */
const BRIGHTNESS: [number, number, number] = [0.299, 0.587, 0.114];

/** One picture in one process that ends after it. */
sharp.cache(false);
sharp.concurrency(1);

function refusalOf({ format, width, height }: Metadata): Refusal | null {
  if (!FORMATS.includes(format)) return 'other_format';
  return width * height > MAX_PIXELS ? 'too_big' : null;
}

/** Of what the library cannot open, by its first bytes: JPEG, PNG; HEIC, as phones keep photos and chats send files. */
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

/** A photo's brightness, upright as its camera says, or why there is none to be had. Nothing is unpacked before its size is known. */
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
