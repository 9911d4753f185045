import { bytesOf, uint24, xorOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const HEADER = 0xfa;
const WEIGHT = 0x01;
const NEGATIVE = 0x10;
const AROUND = 4;
const MOST_LENGTH = 32;

/** Varia AKU: `fa kind length data checksum`; a weight is 20 bits of 0.01 g under a sign. */
export const variaAku: BluetoothModel = {
  id: 'varia-aku',
  name: 'Varia AKU',
  stepG: 0.1,
  mostG: 3000,
  isUnitUnknown: true,
  link: {
    service: 'fff0',
    characteristics: ['fff1'],
    commands: { characteristic: 'fff2', withoutResponse: true },
    tare: [bytesOf('fa82010182')],
  },
  framing: {
    lengthOf([header, , length]) {
      if (header !== HEADER) return 0;
      if (length === undefined) return undefined;
      return length <= MOST_LENGTH ? AROUND + length : 0;
    },
  },
  matches: ({ name }) => /^(varia aku|aku)/i.test(name),
  parse(bytes): Frame {
    const [header, kind, length = 0, first = 0] = bytes;
    if (bytes.length < AROUND || bytes.length < AROUND + length) return { error: 'short' };
    if (header !== HEADER || bytes.length !== AROUND + length) return { error: 'other' };
    if (xorOf(bytes.subarray(1, -1)) !== bytes.at(-1)) return { error: 'checksum' };
    if (kind !== WEIGHT || length !== 3) return { error: 'other' };
    const weightG = (uint24(bytes, 3) & 0xfffff) / 100;
    return { weightG: first & NEGATIVE ? -weightG : weightG };
  },
};
