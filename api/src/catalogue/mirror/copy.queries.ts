import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { emptyBits, setBit } from './bits.ts';
import { type Names, type Order, slotOf } from './mirrored.ts';
import { LATEST_MOMENT, MOMENT_SINCE, type Moment } from './moment-sql.ts';
import { withRoom } from './varints.ts';
import { createWordIndex } from './word-index.ts';

const LINE_END = 0x0a;
const TAB = 0x09;
const TRUE = 't'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
const EAN_LENGTH = 13;

/** Rows in the text format of PostgreSQL's COPY. */
export type Copied = (select: string) => AsyncIterable<Buffer>;

export const copiedBy =
  (client: Client): Copied =>
  (select) =>
    client.query(copyTo(`copy (${select}) to stdout`));

async function eachLine(
  copied: Copied,
  select: string,
  take: (bytes: Buffer, from: number, to: number) => void,
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of copied(select)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let from = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, from)) {
      take(bytes, from, end);
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
}

/** Calls `take` for each row of a single-number column. */
async function eachNumber(copied: Copied, select: string, take: (number: number) => void): Promise<void> {
  let number = 0;
  for await (const chunk of copied(select))
    for (const byte of chunk) {
      if (byte === LINE_END) {
        take(number);
        number = 0;
      } else number = number * 10 + byte - ZERO;
    }
}

function numberIn(bytes: Buffer, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit < 0 || digit > 9) throw new Error('what is no number is not mirrored');
    number = number * 10 + digit;
  }
  return number;
}

/** Opens a snapshot; everything after it is read as of this moment. */
export async function openSnapshot(client: Client): Promise<Moment> {
  await client.query('begin isolation level repeatable read, read only');
  const { rows } = await client.query(LATEST_MOMENT);
  if (!rows[0]) throw new Error('a catalogue without revisions is not mirrored');
  return { ...rows[0], revision: Number(rows[0].revision) };
}

/** Whether the moment is of this very database and at most `most` changes old. */
export async function isRecent(client: Client, { revision, origin }: Moment, most: number): Promise<boolean> {
  const { rows } = await client.query(MOMENT_SINCE, [revision, most + 1]);
  return rows[0]?.origin === origin && rows[0].since <= most;
}

export async function readNames(copied: Copied): Promise<Names> {
  let ids = new Int32Array(1 << 16);
  let eans = new Float64Array(1 << 16);
  const weighed: number[] = [];
  const words = createWordIndex();
  let size = 0;
  await eachLine(copied, 'select id, ean, weighed, key from alias_names order by id', (bytes, from, to) => {
    const ean = bytes.indexOf(TAB, from) + 1;
    const flag = ean + EAN_LENGTH + 1;
    if (bytes[flag - 1] !== TAB) throw new Error('a code that is no GTIN-13 is not mirrored');
    ids = withRoom(ids, size + 1);
    eans = withRoom(eans, size + 1);
    ids[size] = numberIn(bytes, from, ean - 1);
    eans[size] = numberIn(bytes, ean, flag - 1);
    if (bytes[flag] === TRUE) weighed.push(size);
    words.add(bytes, flag + 2, to);
    size += 1;
  });
  const bits = emptyBits(size);
  for (const slot of weighed) setBit(bits, slot);
  return { ids: ids.slice(0, size), eans: eans.slice(0, size), weighed: bits, words: words.finish() };
}

/** Reads the order with an index-only scan. */
export async function readOrder(copied: Copied, { ids }: Names, sort: string): Promise<Order> {
  const slots = new Int32Array(ids.length);
  let length = 0;
  const take = (id: number): void => {
    slots[length] = slotOf(ids, id) as number;
    length += 1;
  };
  await eachNumber(copied, `select id from aliases where ${sort} is not null order by ${sort}, id`, take);
  const filled = length;
  await eachNumber(copied, `select id from aliases where ${sort} is null order by id`, take);
  if (length !== ids.length) throw new Error(`aliases and their names differ in number: ${length}, ${ids.length}`);
  return { slots, filled };
}
