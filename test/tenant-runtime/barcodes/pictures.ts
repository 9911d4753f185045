import { deflateSync } from 'node:zlib';
import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import type { GreyImage } from '../../../tenant-runtime/contract/grey-image.ts';

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const digits = (random: () => number, length: number): string =>
  Array.from({ length }, () => Math.floor(random() * 10)).join('');

/** The digits with their check digit. */
export function withCheckDigit(body: string): string {
  for (let check = 0; check < 10; check += 1) if (checks(`${body}${check}`)) return `${body}${check}`;
  throw new Error('no check digit');
}

const checks = (code: string): boolean =>
  [...code].toReversed().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 3 : 1), 0) % 10 === 0;

export const storedAs = (code: string): string => normaliseEan(code) ?? code;

/**
 * The brightness of a label at a point, in millimetres or modules from its middle: 0 black to 1 white; null outside the
 * label.
 */
export type Label = (x: number, y: number) => number | null;

/** Bars `height` modules high, on paper that ends `quiet` modules beside them. */
export function barLabel(modules: string, height = 60, quiet = 9): Label {
  return (x, y) => {
    const at = x + modules.length / 2;
    if (Math.abs(y) > height / 2 + 6 || at < -quiet || at > modules.length + quiet) return null;
    if (Math.abs(y) > height / 2) return 1;
    return modules[Math.floor(at)] === '1' ? 0 : 1;
  };
}

export interface View {
  /** Pixels for each module. */
  scale: number;
  /** Radians. */
  turn: number;
  /** How much nearer one end is than the other. */
  lean: number;
  /** How far the label goes round a bottle: 0 is flat. */
  bend: number;
  /** Pixels. */
  blur: number;
  /** On the scale of 0 to 255. */
  noise: number;
  dark: number;
  light: number;
}

/** A photo of a label as taken by hand. */
export function photograph(label: Label, view: View, random: () => number, width = 480, height = 360): GreyImage {
  const sharp = new Float32Array(width * height);
  const [cos, sin] = [Math.cos(view.turn), Math.sin(view.turn)];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      // a whole suite of photos is drawn here, so nothing is allocated per pixel
      for (let corner = 0; corner < 4; corner += 1) {
        const px = x + (corner & 1 ? 0.75 : 0.25) - width / 2;
        const py = y + (corner & 2 ? 0.75 : 0.25) - height / 2;
        const u = (px * cos + py * sin) / view.scale;
        const v = (py * cos - px * sin) / view.scale;
        const near = 1 + view.lean * (u / 100);
        const round = view.bend ? Math.asin(Math.max(-1, Math.min(1, u * view.bend))) / view.bend : u;
        sum += label(round * near, v * near) ?? 0.45;
      }
      sharp[y * width + x] = view.dark + (sum / 4) * (view.light - view.dark);
    }
  }
  const soft = blurred(blurred(sharp, width, height, view.blur, 1, width), width, height, view.blur, width, 1);
  const data = Uint8Array.from(soft, (value) => {
    const grain = (random() + random() + random() - 1.5) * 1.6 * view.noise;
    return Math.max(0, Math.min(255, value + grain));
  });
  return { width, height, data };
}

/** A Gaussian blur along one direction. */
function blurred(from: Float32Array, width: number, height: number, sigma: number, step: number, lineStep: number) {
  if (sigma <= 0) return from;
  const reach = Math.ceil(sigma * 2.5);
  const bell = Float64Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * sigma * sigma)),
  );
  const whole = bell.reduce((a, b) => a + b);
  const [length, lines] = step === 1 ? [width, height] : [height, width];
  const to = new Float32Array(from.length);
  for (let line = 0; line < lines; line += 1) {
    for (let at = 0; at < length; at += 1) {
      let sum = 0;
      for (let off = -reach; off <= reach; off += 1) {
        const place = at + off < 0 ? 0 : at + off >= length ? length - 1 : at + off;
        sum += (bell[off + reach] as number) * (from[line * lineStep + place * step] as number);
      }
      to[line * lineStep + at * step] = sum / whole;
    }
  }
  return to;
}

export const upsideDown = (image: GreyImage): GreyImage => ({ ...image, data: image.data.toReversed() });

/** A grey PNG file; `width` and `height` are written as given, even if they are wrong. */
export function pngOf({ width, height, data }: GreyImage): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(data.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return pngFile(width, height, deflateSync(rows));
}

export function pngFile(width: number, height: number, packed: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const chunk = (type: string, body: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return Buffer.concat([length, Buffer.from(type, 'latin1'), body, Buffer.alloc(4)]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
