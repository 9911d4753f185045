import type { GreyImage } from '../../contract/grey-image.ts';

// biome-ignore format: a table
/** Where the coefficients of a block stand, from the lowest frequency up (T.81, figure 5). */
export const zigzag = Uint8Array.of(
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55,
  62, 63,
);

/** Eight values `step` apart out of their frequencies, √8 times too large; Loeffler's way with eleven multiplications. */
function transform(v: Float32Array, at: number, step: number): void {
  const value = (index: number): number => v[at + index * step] ?? 0;
  const turned = (value(2) + value(6)) * 0.5411961;
  const e2 = turned - value(6) * 1.847759065;
  const e3 = turned + value(2) * 0.765366865;
  const [sum, difference] = [value(0) + value(4), value(0) - value(4)];
  const even = [sum + e3, difference + e2, difference - e2, sum - e3];
  const [a, b, c, d] = [value(7), value(5), value(3), value(1)];
  const all = (a + c + b + d) * 1.175875602;
  const ad = all - (a + d) * 0.899976223;
  const bc = all - (b + c) * 2.562915447;
  const ac = (a + c) * -1.96157056;
  const bd = (b + d) * -0.390180644;
  const odd = [
    d * 1.50132111 + ad + bd,
    c * 3.072711026 + bc + ac,
    b * 2.053119869 + bc + bd,
    a * 0.298631336 + ad + ac,
  ];
  for (let index = 0; index < 4; index += 1) {
    v[at + index * step] = (even[index] ?? 0) + (odd[index] ?? 0);
    v[at + (7 - index) * step] = (even[index] ?? 0) - (odd[index] ?? 0);
  }
}

const block = new Float32Array(64);

/** Writes a block's brightness; `coefficients` stand from the lowest frequency up. */
export function paintBlock(
  coefficients: Int16Array,
  from: number,
  quantisers: Uint16Array,
  image: GreyImage,
  left: number,
  top: number,
): void {
  block.fill(0);
  let last = 0;
  for (let index = 0; index < 64; index += 1) {
    const coefficient = coefficients[from + index] ?? 0;
    if (coefficient === 0) continue;
    block[zigzag[index] ?? 0] = coefficient * (quantisers[index] ?? 0);
    last = index;
  }
  if (last === 0) block.fill(block[0] ?? 0);
  else {
    for (let column = 0; column < 8; column += 1) transform(block, column, 8);
    for (let row = 0; row < 8; row += 1) transform(block, row * 8, 1);
  }
  const { width, height, data } = image;
  const right = Math.min(8, width - left);
  const bottom = Math.min(8, height - top);
  for (let y = 0; y < bottom; y += 1) {
    for (let x = 0; x < right; x += 1) {
      const value = (block[y * 8 + x] ?? 0) / 8 + 128.5;
      data[(top + y) * width + left + x] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
}
