import { type Frame, type ScaleModel, viewOf, weighed } from './scale-model.ts';

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

/** Vitafit VT701: `5a length 26 10 state 0000 weight(u24, 0.01 kg) xor aa`. */
export const vitafitVt701: ScaleModel = {
  id: 'vitafit-vt701',
  name: 'Vitafit VT701',
  // sent in 0.01 kg, shown in 0.05 kg
  stepG: 50,
  link: {
    service: 'fff0',
    characteristics: ['fff1'],
    hello: {
      characteristic: 'fff2',
      frames: [command(0x33, 0x00), command(0x44), command(0x17, 0x01)],
      withoutResponse: false,
    },
  },
  matches: ({ name }) => /^vitafit/i.test(name) && !/hutbit|robi/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < 6) return { error: 'short' };
    if (bytes[0] !== FROM_SCALE || bytes[2] !== PRODUCT || bytes.at(-1) !== END) return { error: 'other' };
    if (bytes[1] !== bytes.length - 2) return { error: 'short' };
    if (xor(bytes) !== bytes.at(-2)) return { error: 'checksum' };
    if (bytes[3] !== WEIGHT || bytes.length !== WEIGHT_LENGTH) return { error: 'other' };
    const steps = viewOf(bytes).getUint32(6) & 0xffffff;
    return weighed(steps * STEP_G, { stable: bytes[4] === STABLE });
  },
};
