import { beginsWith, bytesOf, viewOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const AROUND = 8;
const WEIGHT_LENGTH = 9;
const MOST_LENGTH = 64;

/** Timemore Black Mirror Dot and Basic 3 Link: `a55a class kind length(u16) data crc(u16)`; it sends no real checksum. */
export const timemoreDot: BluetoothModel = {
  id: 'timemore-dot',
  name: 'Timemore Dot, Basic 3',
  stepG: 0.1,
  mostG: 3000,
  link: {
    service: 'fff0',
    characteristics: ['fff1'],
    commands: { characteristic: 'fff2', withoutResponse: true },
    hello: [bytesOf('a55a0306000100e8a7')],
    helloSetsGrams: true,
    tare: [bytesOf('a55a020400009a00'), bytesOf('a55a030d000064d1')],
  },
  framing: {
    lengthOf(bytes) {
      if (bytes[0] !== 0xa5 || (bytes.length > 1 && bytes[1] !== 0x5a)) return 0;
      if (bytes.length < 6) return undefined;
      const length = viewOf(bytes).getUint16(4);
      return length <= MOST_LENGTH ? AROUND + length : 0;
    },
  },
  matches: ({ name }) => /^(timemore_dot|tes01[67]|basic3 link)/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < AROUND) return { error: 'short' };
    if (!beginsWith(bytes, 0xa5, 0x5a)) return { error: 'other' };
    if (bytes.length < AROUND + viewOf(bytes).getUint16(4)) return { error: 'short' };
    if (!beginsWith(bytes, 0xa5, 0x5a, 0x01, 0x01, 0x00, WEIGHT_LENGTH)) return { error: 'other' };
    return { weightG: viewOf(bytes).getInt32(6) / 10 };
  },
};
