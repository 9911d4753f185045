import { viewOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const FROM_SCALE = 0x5a;
const TO_SCALE = 0xa5;
const PRODUCT = 0x26;
const END = 0xaa;
const WEIGHT = 0x10;
const WEIGHT_LENGTH = 12;
const STABLE = 0x02;
const STEP_G = 10;

/** The XOR of the bytes from the length to the last of the data. */
const xor = (bytes: Uint8Array): number => bytes.subarray(1, -2).reduce((sum, byte) => sum ^ byte, 0);

function command(kind: number, ...data: number[]): Uint8Array {
  const frame = Uint8Array.of(TO_SCALE, data.length + 4, PRODUCT, kind, ...data, 0, END);
  frame[frame.length - 2] = xor(frame);
  return frame;
}

/** Vitafit VT701: `5a length 26 10 state 0000 ? weight(u16, 0.01 kg) xor aa`; the byte before the weight is no part of it. */
export const vitafitVt701: BluetoothModel = {
  id: 'vitafit-vt701',
  name: 'Vitafit VT701',
  // sent in 0.01 kg, shown in 0.05 kg
  stepG: 50,
  mostG: 180_000,
  link: {
    service: 'fff0',
    characteristics: ['fff1'],
    commands: { characteristic: 'fff2', withoutResponse: false },
    hello: [command(0x33, 0x00), command(0x44), command(0x17, 0x01)],
  },
  matches: ({ name }) => /^vitafit/i.test(name) && !/hutbit|robi/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < 6) return { error: 'short' };
    if (bytes[0] !== FROM_SCALE || bytes[2] !== PRODUCT || bytes.at(-1) !== END) return { error: 'other' };
    if (bytes[1] !== bytes.length - 2) return { error: 'short' };
    if (xor(bytes) !== bytes.at(-2)) return { error: 'checksum' };
    if (bytes[3] !== WEIGHT || bytes.length !== WEIGHT_LENGTH) return { error: 'other' };
    return { weightG: viewOf(bytes).getUint16(8) * STEP_G, stable: bytes[4] === STABLE, unit: 'kg' };
  },
};
