import type { Refusal } from './messages.ts';

/** A phone's largest photo as a bot gets it; more takes more memory than a venue has to spare. */
const MAX_PIXELS = 26_000_000;

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text;

/** Frame headers of a JPEG are markers C0 to CF but for tables (C4), arithmetic coding (CC) and an extension (C8). */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function sizeOfJpeg(bytes: Buffer): number | null {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

export const isPng = (bytes: Buffer): boolean => startsWith(bytes, '\x89PNG\r\n\x1a\n');

/** Why a file is not to be decoded, judged by its first bytes: nothing that it promises is believed before. */
export function refusalOf(file: Uint8Array): Refusal | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  const isOther = startsWith(bytes, 'WEBP', 8) || startsWith(bytes, 'ftyp', 4) || startsWith(bytes, 'GIF8');
  if (isOther) return 'other_format';
  const png = isPng(bytes);
  if (!png && !isJpeg) return 'not_image';
  if (png && bytes.length < 33) return 'damaged';
  // An interlaced picture is nobody's photo.
  if (png && bytes[28]) return 'other_format';
  const pixels = png ? bytes.readUInt32BE(16) * bytes.readUInt32BE(20) : sizeOfJpeg(bytes);
  if (!pixels) return 'damaged';
  return pixels > MAX_PIXELS ? 'too_big' : null;
}
