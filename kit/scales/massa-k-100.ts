import { beginsWith, bytesOf, viewOf } from './bytes.ts';
import type { CableModel, Frame } from './scale-model.ts';

/** The header, the length and the checksum. */
const AROUND = 7;
const MOST_LENGTH = 512;
const WEIGHT = 0x24;
const TERMINAL_WEIGHT = 0x10;
const ERROR = 0x28;
const OVERLOAD = 0x08;
const NOT_UNDERSTOOD = 0xf0;
/** Grams of a division, by its number. */
const DIVISIONS_G = [0.1, 1, 10, 100, 1000];

/** CRC-16 of polynomial 1021 with the bits shifted in at the low end, as the scales compute it. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes)
    for (let bit = 7; bit >= 0; bit -= 1) {
      const top = crc & 0x8000;
      crc = ((crc << 1) | ((byte >> bit) & 1)) & 0xffff;
      if (top) crc ^= 0x1021;
    }
  return crc;
}

/** The same polynomial as other programs compute it, from 1D0F. */
function otherCrcOf(bytes: Uint8Array): number {
  let crc = 0x1d0f;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}

function command(...body: number[]): Uint8Array {
  const crc = crcOf(Uint8Array.from(body));
  return Uint8Array.of(0xf8, 0x55, 0xce, body.length, 0, ...body, crc & 0xff, crc >> 8);
}

function weightIn(body: Uint8Array): Frame {
  if (body.length < 7) return { error: 'short' };
  const [division = -1, stable] = body.subarray(5);
  const stepG = DIVISIONS_G[division];
  if (stepG === undefined || (stable !== 0 && stable !== 1)) return { error: 'other' };
  const steps = viewOf(body).getInt32(1, true);
  return { weightG: stepG < 1 ? steps / 10 : steps * stepG, stable: stable === 1, stepG, unit: 'g' };
}

/** Massa-K «Протокол 100»: `f855ce length(u16) body crc(u16)`, little-endian. */
export const massaK100: CableModel = {
  id: 'massa-k-100',
  name: 'Масса-К, протокол 100',
  stepG: 1,
  mostG: 600_000,
  link: {
    serial: {
      speeds: [
        { baudRate: 57_600, parity: 'none' },
        { baudRate: 19_200, parity: 'none' },
        { baudRate: 4800, parity: 'even' },
      ],
      ask: { frame: command(0x23), everyMs: 250 },
      tare: [command(0xa3, 0, 0, 0, 0)],
    },
  },
  framing: {
    lengthOf(bytes) {
      const header = bytesOf('f855ce');
      if (bytes.subarray(0, 3).some((byte, index) => byte !== header[index])) return 0;
      if (bytes.length < 5) return undefined;
      const length = viewOf(bytes).getUint16(3, true);
      return length <= MOST_LENGTH ? AROUND + length : 0;
    },
  },
  parse(bytes): Frame {
    if (bytes.length < AROUND + 1) return { error: 'short' };
    if (!beginsWith(bytes, 0xf8, 0x55, 0xce)) return { error: 'other' };
    const view = viewOf(bytes);
    if (bytes.length !== AROUND + view.getUint16(3, true)) return { error: 'short' };
    const body = bytes.subarray(5, -2);
    const crc = view.getUint16(bytes.length - 2, true);
    if (crc !== crcOf(body) && crc !== otherCrcOf(body)) return { error: 'checksum' };
    const [kind, code] = body;
    if (kind === WEIGHT || kind === TERMINAL_WEIGHT) return weightIn(body);
    if (kind === ERROR) return { error: code === OVERLOAD ? 'overload' : 'refused' };
    return { error: kind === NOT_UNDERSTOOD ? 'refused' : 'other' };
  },
};
