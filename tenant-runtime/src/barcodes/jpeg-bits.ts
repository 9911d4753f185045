/** For the next sixteen bits: the length of the word they begin with (upper byte) and its value. */
export type HuffmanTable = Uint16Array;

/** Builds a table from how many words there are of each length and their values in order (T.81, annex C). */
export function huffmanTable(counts: Uint8Array, values: Uint8Array): HuffmanTable {
  const table = new Uint16Array(65536);
  let word = 0;
  let next = 0;
  counts.forEach((count, index) => {
    const length = index + 1;
    for (let each = 0; each < count; each += 1) {
      const from = word << (16 - length);
      table.fill((length << 8) | (values[next] ?? 0), from, from + (1 << (16 - length)));
      word += 1;
      next += 1;
    }
    word <<= 1;
  });
  return table;
}

/** The bits of one scan. After its end come zeros: a photo cut short still shows what has arrived. */
export class Bits {
  readonly #bytes: Uint8Array;
  #at: number;
  #held = 0;
  #count = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Where the scan's bytes end: at a marker. */
  get position(): number {
    return this.#at;
  }

  #fill(): void {
    while (this.#count <= 16) {
      const byte = this.#bytes[this.#at] ?? 0xff;
      let value = byte;
      if (byte !== 0xff) this.#at += 1;
      else if (this.#bytes[this.#at + 1] === 0) this.#at += 2;
      else value = 0;
      this.#held = (this.#held << 8) | value;
      this.#count += 8;
    }
  }

  /** The next `length` bits, up to 16, as a number. */
  take(length: number): number {
    if (length === 0) return 0;
    this.#fill();
    this.#count -= length;
    return (this.#held >>> this.#count) & ((1 << length) - 1);
  }

  /** The next `length` bits as a signed number: half of the values are below zero (T.81, F.2.2.1). */
  takeSigned(length: number): number {
    const value = this.take(length);
    return length > 0 && value < 1 << (length - 1) ? value - (1 << length) + 1 : value;
  }

  word(table: HuffmanTable): number {
    this.#fill();
    const entry = table[(this.#held >>> (this.#count - 16)) & 0xffff] ?? 0;
    if (entry === 0) throw new Error('no such word');
    this.#count -= entry >> 8;
    return entry & 0xff;
  }

  /** Leaves the rest of a byte and steps over a restart marker. */
  restart(): void {
    this.#count = 0;
    this.#held = 0;
    while (this.#at + 1 < this.#bytes.length) {
      const marker = this.#bytes[this.#at] === 0xff ? (this.#bytes[this.#at + 1] ?? 0) : 0;
      if (marker >= 0xd0 && marker <= 0xd7) this.#at += 2;
      if (marker !== 0 && marker !== 0xff) return;
      this.#at += 1;
    }
  }
}
