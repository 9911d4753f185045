import type { GreyImage } from '../../contract/grey-image.ts';
import { Bits, type HuffmanTable, huffmanTable } from './jpeg-bits.ts';
import { paintBlock } from './jpeg-blocks.ts';
import { readScan, type Scan } from './jpeg-scan.ts';

export interface Component {
  id: number;
  across: number;
  down: number;
  quantiser: number;
  /** Blocks that hold pixels, and those that whole units of all components are made of. */
  blocksAcross: number;
  blocksDown: number;
  stride: number;
  rows: number;
}

export interface Frame {
  progressive: boolean;
  width: number;
  height: number;
  components: Component[];
  unitsAcross: number;
  unitsDown: number;
  /** Of the first component alone, brightness: 64 for each block of its stride and rows. */
  coefficients: Int16Array;
}

export interface Tables {
  dc: HuffmanTable[];
  ac: HuffmanTable[];
  quantisers: Uint16Array[];
  /** Units between restart markers; 0 when there are none. */
  restart: number;
}

function frameOf(body: Buffer, progressive: boolean): Frame {
  const [height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)];
  const parts = Array.from({ length: body[5] ?? 0 }, (_, index) => body.subarray(6 + index * 3, 9 + index * 3));
  const sampled = parts.map(([id = 0, factors = 0x11, quantiser = 0]) => ({
    id,
    across: factors >> 4,
    down: factors & 15,
    quantiser,
  }));
  const across = Math.max(...sampled.map((each) => each.across));
  const down = Math.max(...sampled.map((each) => each.down));
  const [unitsAcross, unitsDown] = [Math.ceil(width / (8 * across)), Math.ceil(height / (8 * down))];
  const components = sampled.map((each) => ({
    ...each,
    blocksAcross: Math.ceil((width * each.across) / across / 8),
    blocksDown: Math.ceil((height * each.down) / down / 8),
    stride: unitsAcross * each.across,
    rows: unitsDown * each.down,
  }));
  const [grey] = components;
  if (
    body[0] !== 8 ||
    !grey ||
    !(across <= 4) ||
    !(down <= 4) ||
    components.some((each) => !each.across || !each.down)
  ) {
    throw new Error('no such frame');
  }
  const coefficients = new Int16Array(grey.stride * grey.rows * 64);
  return { progressive, width, height, components, unitsAcross, unitsDown, coefficients };
}

function readHuffman(body: Buffer, tables: Tables): void {
  for (let at = 0; at + 17 <= body.length; ) {
    const place = body[at] ?? 0;
    const counts = body.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const kind = place >> 4 ? tables.ac : tables.dc;
    kind[place & 3] = huffmanTable(counts, body.subarray(at + 17, at + 17 + total));
    at += 17 + total;
  }
}

function readQuantisers(body: Buffer, tables: Tables): void {
  for (let at = 0; at + 65 <= body.length; ) {
    const place = body[at] ?? 0;
    const bytes = place >> 4 ? 2 : 1;
    if (at + 1 + 64 * bytes > body.length) return;
    tables.quantisers[place & 3] = Uint16Array.from({ length: 64 }, (_, index) =>
      body.readUIntBE(at + 1 + index * bytes, bytes),
    );
    at += 1 + 64 * bytes;
  }
}

function scanOf(body: Buffer, { components }: Frame): Scan {
  const count = body[0] ?? 0;
  const parts = Array.from({ length: count }, (_, index) => {
    const [id, places = 0] = body.subarray(1 + index * 2, 3 + index * 2);
    const component = components.find((each) => each.id === id);
    if (!component) throw new Error('no such component');
    return { component, dc: places >> 4, ac: places & 15 };
  });
  const [first = 0, last = 63, bits = 0] = body.subarray(1 + count * 2);
  return { parts, first, last: Math.min(63, last), high: bits >> 4, low: bits & 15 };
}

function paint({ components, coefficients, width, height }: Frame, tables: Tables): GreyImage {
  const [grey] = components;
  const quantisers = grey && tables.quantisers[grey.quantiser];
  if (!grey || !quantisers) throw new Error('no quantisers');
  const across = Math.max(...components.map((each) => each.across));
  const down = Math.max(...components.map((each) => each.down));
  const image = { width: Math.ceil((width * grey.across) / across), height: Math.ceil((height * grey.down) / down) };
  const painted = { ...image, data: new Uint8Array(image.width * image.height) };
  for (let row = 0; row < grey.blocksDown; row += 1) {
    for (let column = 0; column < grey.blocksAcross; column += 1) {
      paintBlock(coefficients, (row * grey.stride + column) * 64, quantisers, painted, column * 8, row * 8);
    }
  }
  return painted;
}

/**
 * The brightness of a JPEG's pixels, sequential or progressive (ITU-T T.81); colour is passed over. What a file cut short
 * has is shown. Throws for what cannot be decoded.
 */
export function decodeJpeg(file: Uint8Array): GreyImage {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const tables: Tables = { dc: [], ac: [], quantisers: [], restart: 0 };
  let frame: Frame | undefined;
  let scans = 0;
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : 0;
    if (marker < 0xc0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) break;
    const length = bytes.readUInt16BE(at + 2);
    const body = bytes.subarray(at + 4, at + 2 + length);
    at += 2 + length;
    if (marker === 0xc0 || marker === 0xc1 || marker === 0xc2) frame ??= frameOf(body, marker === 0xc2);
    else if (marker === 0xc4) readHuffman(body, tables);
    else if (marker === 0xdb) readQuantisers(body, tables);
    else if (marker === 0xdd) tables.restart = body.readUInt16BE(0);
    else if (marker === 0xda && frame) {
      at = readScan(new Bits(bytes, at), frame, scanOf(body, frame), tables);
      scans += 1;
    }
  }
  if (!frame || scans === 0) throw new Error('no picture');
  return paint(frame, tables);
}
