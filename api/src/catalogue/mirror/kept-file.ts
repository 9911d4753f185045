/** A file that keeps the mirror for the next start: a heading and then its arrays as they lie in memory. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import type { Names, Order } from './mirrored.ts';
import type { Moment } from './moment-sql.ts';

export interface KeptMirror {
  moment: Moment;
  names: Names;
  orders: ReadonlyMap<string, Order>;
}

const FORMAT = `ostatok catalogue 1 ${endianness()}`;
const LENGTHS = 12;
const kinds = { Int32Array, Uint32Array, Float64Array, Uint8Array };
type Kind = keyof typeof kinds;
type Numbers = Int32Array | Uint32Array | Float64Array | Uint8Array;

interface Heading {
  format: string;
  moment: Moment;
  size: number;
  orders: [sort: string, filled: number][];
  /** The arrays that follow, in order. */
  arrays: [kind: string, length: number][];
}

const bytesOf = (numbers: Numbers): Buffer => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);

const arraysOf = ({ names, orders }: KeptMirror): Numbers[] => [
  ...[names.ids, names.eans, names.weighed],
  ...[names.words.text, names.words.starts, names.words.steps, names.words.from],
  ...[...orders.values()].map(({ slots }) => slots),
];

function headingOf(mirror: KeptMirror): Heading {
  return {
    format: FORMAT,
    moment: mirror.moment,
    size: mirror.names.words.size,
    orders: [...mirror.orders].map(([sort, { filled }]) => [sort, filled]),
    arrays: arraysOf(mirror).map((numbers) => [numbers.constructor.name, numbers.length]),
  };
}

/** Writes the file whole or not at all; a checksum detects a torn one. */
export async function keepMirror(path: string, mirror: KeptMirror): Promise<void> {
  const unfinished = `${path}.part`;
  const heading = Buffer.from(JSON.stringify(headingOf(mirror)));
  const file = await open(unfinished, 'w', 0o600);
  try {
    let at = LENGTHS;
    let sum = 0;
    for (const part of [heading, ...arraysOf(mirror).map(bytesOf)]) {
      await file.write(part, 0, part.length, at);
      at += part.length;
      sum = crc32(part, sum);
    }
    const lengths = Buffer.alloc(LENGTHS);
    lengths.writeUInt32LE(heading.length);
    lengths.writeUInt32LE(sum, 8);
    await file.write(lengths, 0, LENGTHS, 0);
    await file.close();
    await rename(unfinished, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function readBytes(file: FileHandle, bytes: Buffer, at: number): Promise<Buffer> {
  const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
  if (bytesRead !== bytes.length) throw new Error('a kept mirror that ends too soon');
  return bytes;
}

async function readHeading(
  file: FileHandle,
): Promise<{ heading: Heading; sum: number; writtenSum: number; end: number }> {
  const lengths = await readBytes(file, Buffer.alloc(LENGTHS), 0);
  const { size } = await file.stat();
  const bytes = await readBytes(file, Buffer.alloc(Math.min(size, lengths.readUInt32LE())), LENGTHS);
  const heading = JSON.parse(bytes.toString()) as Heading;
  if (heading.format !== FORMAT) throw new Error('a kept mirror of another format');
  return { heading, sum: crc32(bytes), writtenSum: lengths.readUInt32LE(8), end: LENGTHS + bytes.length };
}

async function readMirror(file: FileHandle): Promise<KeptMirror> {
  const { heading, writtenSum, ...start } = await readHeading(file);
  let { end, sum } = start;
  const arrays: Numbers[] = [];
  for (const [kind, count] of heading.arrays) {
    const numbers = new kinds[kind as Kind](count);
    sum = crc32(await readBytes(file, bytesOf(numbers), end), sum);
    end += numbers.byteLength;
    arrays.push(numbers);
  }
  if (writtenSum !== sum) throw new Error('a kept mirror that is not whole');
  const next = <T extends Numbers>(): T => arrays.shift() as T;
  const { moment, size } = heading;
  const names: Names = {
    ...{ ids: next<Int32Array>(), eans: next<Float64Array>(), weighed: next<Uint32Array>() },
    words: { size, text: next(), starts: next(), steps: next(), from: next() },
  };
  const orders = heading.orders.map(([sort, filled]): [string, Order] => [sort, { slots: next(), filled }]);
  return { moment, names, orders: new Map(orders) };
}

/** Returns undefined when the file does not exist or cannot be used. */
export async function readKept(path: string): Promise<KeptMirror | undefined> {
  const file = await open(path).catch(() => undefined);
  try {
    return file && (await readMirror(file));
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}
