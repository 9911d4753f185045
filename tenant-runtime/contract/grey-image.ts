/** A photo's brightness, and the operations that prepare it for another pass. */
export interface GreyImage {
  width: number;
  height: number;
  /** Brightness row by row, where 0 is black. */
  data: Uint8Array;
}

export interface Point {
  x: number;
  y: number;
}

interface ColourImage {
  width: number;
  height: number;
  /** The bytes red, green, blue, alpha for each pixel. */
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

/** Converts the image to the form that decoders take. */
export function colourOf({ width, height, data }: GreyImage): ColourImage {
  const pixels = new Uint32Array(data.length);
  // Alpha is the highest byte where numbers are stored lowest byte first, as on every machine that runs a browser.
  for (let at = 0; at < data.length; at += 1) pixels[at] = 0xff000000 | ((data[at] ?? 0) * 0x010101);
  const colour = new Uint8ClampedArray(pixels.buffer);
  return { width, height, data: colour };
}

/** Interpolates the brightness between pixels. */
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

/**
 * Doubles the size. Each new pixel lies between two pixels of the smaller picture, of which the nearer has three times
 * the weight, first within rows and then between rows.
 */
export function twiceAsLarge({ width, height, data }: GreyImage): GreyImage {
  const [wide, high] = [width * 2, height * 2];
  const large = new Uint8Array(wide * high);
  const own = new Uint16Array(wide);
  for (let y = 0; y < high; y += 1) {
    const near = (y >> 1) * width;
    const far = Math.max(0, Math.min(height - 1, (y >> 1) + (y & 1 ? 1 : -1))) * width;
    for (let x = 0; x < width; x += 1) {
      own[x] = 3 * (data[near + x] ?? 0) + (data[far + x] ?? 0);
    }
    const row = y * wide;
    for (let x = 0; x < width; x += 1) {
      const here = 3 * (own[x] ?? 0);
      large[row + 2 * x] = (here + (own[x > 0 ? x - 1 : 0] ?? 0)) >> 4;
      large[row + 2 * x + 1] = (here + (own[x < width - 1 ? x + 1 : x] ?? 0)) >> 4;
    }
  }
  return { width: wide, height: high, data: large };
}

/** Shrinks the image; every pixel is the mean of four, nine or more. */
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

/** Returns means over `reach` pixels to the left and to the right; beyond the edge the last pixel is repeated. */
function meansAcross({ width, data }: GreyImage, reach: number): Uint8Array {
  const means = new Uint8Array(data.length);
  const last = width - 1;
  for (let row = 0; row < data.length; row += width) {
    let sum = (data[row] ?? 0) * reach;
    for (let x = 0; x <= reach; x += 1) sum += data[row + Math.min(last, x)] ?? 0;
    for (let x = 0; x < width; x += 1) {
      means[row + x] = sum / (2 * reach + 1);
      sum += (data[row + Math.min(last, x + reach + 1)] ?? 0) - (data[row + Math.max(0, x - reach)] ?? 0);
    }
  }
  return means;
}

/** Returns means over `reach` pixels above and below. It goes along rows, in the order of memory. */
function meansDown({ width, height, data }: GreyImage, reach: number): Uint8Array {
  const means = new Uint8Array(data.length);
  const sums = new Uint32Array(width);
  const rowAt = (y: number): number => Math.max(0, Math.min(height - 1, y)) * width;
  for (let y = -reach; y <= reach; y += 1) {
    const row = rowAt(y);
    for (let x = 0; x < width; x += 1) sums[x] = (sums[x] ?? 0) + (data[row + x] ?? 0);
  }
  for (let y = 0; y < height; y += 1) {
    const [row, next, gone] = [y * width, rowAt(y + reach + 1), rowAt(y - reach)];
    for (let x = 0; x < width; x += 1) {
      const sum = sums[x] ?? 0;
      means[row + x] = sum / (2 * reach + 1);
      sums[x] = sum + (data[next + x] ?? 0) - (data[gone + x] ?? 0);
    }
  }
  return means;
}

/** Averages grain and scratches out of upright bars. */
export function blurredDown(image: GreyImage, reach: number): GreyImage {
  return { ...image, data: meansDown(image, reach) };
}

/** Sharpens the image by amplifying each pixel's difference from its neighbourhood. */
export function sharpened(image: GreyImage, reach: number, strength: number): GreyImage {
  const means = meansDown({ ...image, data: meansAcross(image, reach) }, reach);
  const sharp = new Uint8ClampedArray(image.data.length);
  for (let at = 0; at < sharp.length; at += 1) {
    const value = image.data[at] ?? 0;
    sharp[at] = value + strength * (value - (means[at] ?? 0));
  }
  return { ...image, data: new Uint8Array(sharp.buffer) };
}
