/** A photo's brightness alone, and what is done to it before another look. */
export interface GreyImage {
  width: number;
  height: number;
  /** Brightness row by row, 0 black. */
  data: Uint8Array;
}

export interface Point {
  x: number;
  y: number;
}

interface ColourImage {
  width: number;
  height: number;
  /** Red, green, blue, alpha. */
  data: Uint8ClampedArray;
}

export function greyOf({ width, height, data }: ColourImage): GreyImage {
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    const from = at * 4;
    grey[at] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29) >> 8;
  }
  return { width, height, data: grey };
}

/** As decoders take it. */
export function colourOf({ width, height, data }: GreyImage): ColourImage {
  const pixels = new Uint32Array(data.length);
  // Alpha is the highest byte where numbers are stored lowest byte first, as they are on whatever runs a browser.
  for (let at = 0; at < data.length; at += 1) pixels[at] = 0xff000000 | ((data[at] ?? 0) * 0x010101);
  const colour = new Uint8ClampedArray(pixels.buffer);
  return { width, height, data: colour };
}

/** Brightness between pixels. */
export function brightnessAt({ width, height, data }: GreyImage, x: number, y: number): number {
  const left = Math.max(0, Math.min(width - 2, Math.floor(x)));
  const top = Math.max(0, Math.min(height - 2, Math.floor(y)));
  const right = Math.max(0, Math.min(1, x - left));
  const low = Math.max(0, Math.min(1, y - top));
  const at = top * width + left;
  const above = (data[at] ?? 0) * (1 - right) + (data[at + 1] ?? 0) * right;
  const below = (data[at + width] ?? 0) * (1 - right) + (data[at + width + 1] ?? 0) * right;
  return above * (1 - low) + below * low;
}

export function twiceAsLarge(image: GreyImage): GreyImage {
  const [width, height] = [image.width * 2, image.height * 2];
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) data[y * width + x] = brightnessAt(image, x / 2 - 0.25, y / 2 - 0.25);
  }
  return { width, height, data };
}

/** Every pixel the mean of four, nine or more. */
export function smaller(image: GreyImage, times: number): GreyImage {
  const [width, height] = [Math.floor(image.width / times), Math.floor(image.height / times)];
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let row = 0; row < times; row += 1) {
        const from = (y * times + row) * image.width + x * times;
        for (let at = from; at < from + times; at += 1) sum += image.data[at] ?? 0;
      }
      data[y * width + x] = sum / (times * times);
    }
  }
  return { width, height, data };
}

/** Means over `reach` values before and after, `step` apart: along rows or down columns. */
function meansAlong(data: Uint8Array, lines: number, lineStep: number, length: number, step: number, reach: number) {
  const means = new Uint8Array(data.length);
  for (let line = 0; line < lines; line += 1) {
    const start = line * lineStep;
    const value = (at: number): number => data[start + Math.max(0, Math.min(length - 1, at)) * step] ?? 0;
    let sum = 0;
    for (let at = -reach; at <= reach; at += 1) sum += value(at);
    for (let at = 0; at < length; at += 1) {
      means[start + at * step] = sum / (2 * reach + 1);
      sum += value(at + reach + 1) - value(at - reach);
    }
  }
  return means;
}

/** Grain and scratches averaged out of upright bars. */
export function blurredDown({ width, height, data }: GreyImage, reach: number): GreyImage {
  return { width, height, data: meansAlong(data, width, 1, height, width, reach) };
}

/** What differs from its neighbourhood made to differ more. */
export function sharpened({ width, height, data }: GreyImage, reach: number, strength: number): GreyImage {
  const rows = meansAlong(data, height, width, width, 1, reach);
  const means = meansAlong(rows, width, 1, height, width, reach);
  const sharp = data.map((value, at) => Math.max(0, Math.min(255, value + strength * (value - (means[at] ?? 0)))));
  return { width, height, data: sharp };
}
