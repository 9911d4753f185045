import { inflateSync } from 'node:zlib';
import type { GreyImage } from '../../contract/grey-image.ts';

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Header {
  width: number;
  height: number;
  depth: number;
  colour: number;
}

function chunksOf(bytes: Buffer): { header: Header; data: Buffer; palette: Buffer } {
  const data: Buffer[] = [];
  let palette: Buffer = Buffer.alloc(0);
  let header: Header | undefined;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      const [depth = 0, colour = 0] = body.subarray(8);
      header = { width: body.readUInt32BE(0), height: body.readUInt32BE(4), depth, colour };
    }
    if (type === 'PLTE') palette = body;
    if (type === 'IDAT') data.push(body);
    at += 12 + length;
  }
  if (!header || !CHANNELS[header.colour]) throw new Error('no header');
  return { header, data: Buffer.concat(data), palette };
}

function paeth(left: number, up: number, corner: number): number {
  const near = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(near - left), Math.abs(near - up), Math.abs(near - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Undoes a row's filter in place (PNG, 9.2); `step` is the bytes of one whole pixel. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, step: number): void {
  for (let x = 0; x < row.length; x += 1) {
    const left = x >= step ? (row[x - step] ?? 0) : 0;
    const up = above[x] ?? 0;
    const corner = x >= step ? (above[x - step] ?? 0) : 0;
    const added = [0, left, up, (left + up) >> 1, filter === 4 ? paeth(left, up, corner) : 0][filter] ?? 0;
    row[x] = (row[x] ?? 0) + added;
  }
}

const luma = (red: number, green: number, blue: number): number => (red * 77 + green * 150 + blue * 29) >> 8;

function greyOf(row: Uint8Array, x: number, { depth, colour }: Header, palette: Uint8Array): number {
  if (depth < 8) {
    const value = ((row[(x * depth) >> 3] ?? 0) >> (8 - depth - ((x * depth) & 7))) & ((1 << depth) - 1);
    if (colour !== 3) return (value * 255) / ((1 << depth) - 1);
    return luma(palette[value * 3] ?? 0, palette[value * 3 + 1] ?? 0, palette[value * 3 + 2] ?? 0);
  }
  const bytes = depth / 8;
  const at = x * (CHANNELS[colour] ?? 1) * bytes;
  const value = row[at] ?? 0;
  if (colour === 3) return luma(palette[value * 3] ?? 0, palette[value * 3 + 1] ?? 0, palette[value * 3 + 2] ?? 0);
  return colour & 2 ? luma(value, row[at + bytes] ?? 0, row[at + 2 * bytes] ?? 0) : value;
}

/** The brightness of a PNG's pixels. Throws for what is damaged; interlaced ones are not known here. */
export function decodePng(file: Uint8Array): GreyImage {
  const { header, data, palette } = chunksOf(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  const { width, height, depth, colour } = header;
  const bits = depth * (CHANNELS[colour] ?? 1);
  const stride = Math.ceil((width * bits) / 8);
  const raw = inflateSync(data, { maxOutputLength: (stride + 1) * height });
  const grey = new Uint8Array(width * height);
  let above: Uint8Array = new Uint8Array(stride);
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1);
    const row = raw.subarray(start + 1, start + 1 + stride);
    unfilter(raw[start] ?? 0, row, above, Math.max(1, bits >> 3));
    for (let x = 0; x < width; x += 1) grey[y * width + x] = greyOf(row, x, header, palette);
    above = row;
  }
  return { width, height, data: grey };
}
