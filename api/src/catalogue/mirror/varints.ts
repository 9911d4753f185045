/** Varints: seven bits of a number in each byte. */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let rest = value;
  let end = at;
  for (; rest > 0x7f; rest >>>= 7) {
    bytes[end] = (rest & 0x7f) | 0x80;
    end += 1;
  }
  bytes[end] = rest;
  return end + 1;
}

export function varintLength(value: number): number {
  let length = 1;
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) length += 1;
  return length;
}

/** Calls `take` with each number between the two offsets. */
export function eachVarint(bytes: Uint8Array, from: number, to: number, take: (value: number) => void): void {
  let value = 0;
  let shift = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] as number;
    value |= (byte & 0x7f) << shift;
    if (byte > 0x7f) shift += 7;
    else {
      take(value);
      value = 0;
      shift = 0;
    }
  }
}

/** Returns the array, enlarged if it has no room for `needed` elements. */
export function withRoom<T extends Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(
  array: T,
  needed: number,
): T {
  if (needed <= array.length) return array;
  const Kind = array.constructor as new (length: number) => T;
  const larger = new Kind(Math.max(needed, Math.ceil(array.length * 1.5)));
  larger.set(array as Uint8Array & Int32Array & Float64Array);
  return larger;
}
