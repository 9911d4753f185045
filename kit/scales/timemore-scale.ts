import { viewOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const LENGTH = 9;
const HEADER = 0x10;

/** Timemore Black Mirror 2: `10 dripper(i32) scale(i32)`, tenths of a gram, little-endian. */
export const timemoreScale: BluetoothModel = {
  id: 'timemore-scale',
  name: 'Timemore Black Mirror 2',
  stepG: 0.1,
  mostG: 3000,
  isUnitUnknown: true,
  link: {
    service: '181d',
    characteristics: ['2a9d'],
    commands: { characteristic: '553f4e49218544689c6c0e4fb5b17697', withoutResponse: false },
    tare: [Uint8Array.of(0)],
  },
  matches: ({ name }) => /^timemore/i.test(name) && !/^timemore_dot/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    if (bytes.length !== LENGTH || bytes[0] !== HEADER) return { error: 'other' };
    return { weightG: viewOf(bytes).getInt32(5, true) / 10 };
  },
};
