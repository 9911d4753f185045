/** A set of slots; a slot is an alias's place in a mirror. */
export type Bits = Uint32Array;

export const emptyBits = (size: number): Bits => new Uint32Array((size + 31) >>> 5);

export function fullBits(size: number): Bits {
  const bits = emptyBits(size).fill(0xffffffff);
  if (size & 31) bits[bits.length - 1] = (1 << (size & 31)) - 1;
  return bits;
}

export const hasBit = (bits: Bits, slot: number): boolean => ((bits[slot >>> 5] as number) & (1 << (slot & 31))) !== 0;

export function setBit(bits: Bits, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] as number) | (1 << (slot & 31));
}

export function clearBit(bits: Bits, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] as number) & ~(1 << (slot & 31));
}

/** Keeps only the bits that are set in `other`, or with `wanted` false those that are not. */
export function keepCommon(bits: Bits, other: Bits, wanted = true): void {
  for (let at = 0; at < bits.length; at += 1) {
    const word = other[at] as number;
    bits[at] = (bits[at] as number) & (wanted ? word : ~word);
  }
}

export function addBits(bits: Bits, other: Bits): void {
  for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] as number) | (other[at] as number);
}
export function countBits(bits: Bits): number {
  let count = 0;
  for (let at = 0; at < bits.length; at += 1) {
    let word = bits[at] as number;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}
