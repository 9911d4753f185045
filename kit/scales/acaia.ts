import { beginsWith, bytesOf } from './bytes.ts';
import type { BluetoothModel, Connection, DisplayUnit, Frame, Framing } from './scale-model.ts';

/** The header, the kind and the two bytes of the checksum. */
const AROUND = 5;
const EVENT = 0x0c;
const SETTINGS = 0x08;
const WEIGHT = 0x05;
const HEARTBEAT_REPLY = 0x0b;
const NEGATIVE = 0x02;
const DISPLAYS: Partial<Record<number, DisplayUnit>> = { 2: 'g', 5: 'oz' };
const MOST_LENGTH = 64;

/** `ef dd kind length data checksum(2)`; the length counts itself and the data. */
export const acaiaFraming: Framing = {
  lengthOf(bytes) {
    if (bytes[0] !== 0xef || (bytes.length > 1 && bytes[1] !== 0xdd)) return 0;
    const length = bytes[3];
    if (length === undefined) return undefined;
    return length > 0 && length <= MOST_LENGTH ? AROUND + length : 0;
  },
};

/** The sums of the bytes at even and at odd places. */
export function isWholeAcaia(bytes: Uint8Array): boolean {
  const sums = [0, 0];
  for (const [index, byte] of bytes.subarray(3, -2).entries()) sums[index % 2] = ((sums[index % 2] ?? 0) + byte) & 0xff;
  return sums[0] === bytes.at(-2) && sums[1] === bytes.at(-1);
}

/** `weight(u24, little-endian) ? decimals flags` */
function weightIn(record: Uint8Array): Frame {
  const [low = 0, middle = 0, high = 0, , decimals = 0, flags = 0] = record;
  if (record.length < 6) return { error: 'short' };
  if (decimals < 1 || decimals > 4) return { error: 'other' };
  const weightG = ((high << 16) | (middle << 8) | low) / 10 ** decimals;
  return { weightG: flags & NEGATIVE ? -weightG : weightG, stepG: 10 ** -decimals };
}

function parse(bytes: Uint8Array): Frame {
  if (bytes.length < AROUND || bytes.length < AROUND + (bytes[3] ?? 0)) return { error: 'short' };
  if (!beginsWith(bytes, 0xef, 0xdd)) return { error: 'other' };
  if (bytes.length !== AROUND + (bytes[3] ?? 0)) return { error: 'other' };
  if (!isWholeAcaia(bytes)) return { error: 'checksum' };
  const [kind, , event, unit = 0] = bytes.subarray(2);
  if (kind === SETTINGS) {
    const display = DISPLAYS[unit];
    return { error: 'other', ...(display && { display }) };
  }
  if (kind !== EVENT) return { error: 'other' };
  const data = bytes.subarray(5, -2);
  if (event === WEIGHT) return weightIn(data);
  // the answer to a heartbeat carries what it is about two bytes further on
  return event === HEARTBEAT_REPLY && data[2] === WEIGHT ? weightIn(data.subarray(3)) : { error: 'other' };
}

const IDENTITY = bytesOf('efdd0b3031323334353637383930313233349a6d');
const OLD_IDENTITY = bytesOf(`efdd0b${'2d'.repeat(15)}683b`);
export const ACAIA_NOTIFY = bytesOf('efdd0c0900010102020503041506');
export const ACAIA_HEARTBEAT = bytesOf('efdd0002000200');
const TARE = [bytesOf('efdd0400000000')];

const acaia = (id: string, name: string, link: Connection): BluetoothModel => ({
  id,
  name,
  stepG: 0.1,
  mostG: 3000,
  link,
  framing: acaiaFraming,
  // one that has the service of the other kind is told from it when it is connected
  matches: (seen) => /^(acaia|lunar|pearl|proch|pyxis|cinco)/i.test(seen.name),
  parse,
});

/** Acaia Lunar and Pearl before 2021: one characteristic for both directions. */
export const acaiaOld = acaia('acaia-old', 'Acaia Lunar, Pearl', {
  service: '1820',
  characteristics: ['2a80'],
  commands: { characteristic: '2a80', withoutResponse: true },
  hello: [OLD_IDENTITY, ACAIA_NOTIFY],
  heartbeat: { frames: [ACAIA_HEARTBEAT], everyMs: 2000 },
  tare: TARE,
});

/** Acaia Pyxis, Lunar of 2021, Pearl S. */
export const acaiaNew = acaia('acaia', 'Acaia Pyxis, Lunar 2021', {
  service: '49535343fe7d4ae58fa99fafd205e455',
  characteristics: ['495353431e4d4bd9ba6123c647249616'],
  commands: { characteristic: '49535343884143f4a8d4ecbe34729bb3', withoutResponse: true },
  hello: [IDENTITY, ACAIA_NOTIFY],
  heartbeat: { frames: [IDENTITY, ACAIA_HEARTBEAT], everyMs: 2000 },
  tare: TARE,
});
