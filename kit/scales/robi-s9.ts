import { bytesOf, viewOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const LENGTH = 20;
/** The checksum of the bytes from the kind to the last of the payload, cut to five bits. */
const sumOf = (bytes: Uint8Array): number => bytes.subarray(3, 19).reduce((sum, byte) => sum + byte, 0) & 0x1f;
const FINAL = 0xa3;

/** The greeting that its own application sends: without it the scale disconnects. */
const GREETING = [
  '000300b000000000000000000000000000000010',
  '011000b16a2eefa9003c01aa1e55b20f1b581403',
  '021000b16a2eefa9003c01aa1e55b20f1b581403',
  '030600b201aa1e55b20000000000000000000002',
  '040200bd09000000000000000000000000000006',
  '051000b16a2eefa9003c01aa1e55b20f1b581403',
  '061000b16a2eefa9003c01aa1e55b20f1b581403',
  '070600b201aa1e55b20000000000000000000002',
  '081000b16a2eefa9003c01aa1e55b20f1b581403',
  '090300b001000000000000000000000000000011',
  '0a0300b002000000000000000000000000000012',
];

/** Robi S9: `number length 00 a3 flag grams(u24) … sum`; frames before that one do not carry the final weight. */
export const robiS9: BluetoothModel = {
  id: 'robi-s9',
  name: 'Robi S9',
  // sent in grams, shown in 0.05 kg
  stepG: 50,
  mostG: 180_000,
  link: {
    service: 'ffb0',
    characteristics: ['ffb2', 'ffb3'],
    commands: { characteristic: 'ffb1', withoutResponse: false },
    hello: GREETING.map(bytesOf),
  },
  matches: ({ name }) => /robi/i.test(name) && !/hutbit/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    if (bytes.length !== LENGTH) return { error: 'other' };
    if (bytes[2] !== 0 || bytes[3] !== FINAL) return { error: 'not_final' };
    if (sumOf(bytes) !== bytes[19]) return { error: 'checksum' };
    // the flag and the three bytes of the weight
    return { weightG: viewOf(bytes).getUint32(4) & 0xffffff, stable: true, unit: 'g' };
  },
};
