import { bytesOf, viewOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const LENGTH = 7;
/** Modes above this one show ounces. */
const LAST_GRAMS = 8;
const NEGATIVE = 0xff;

/** Hiroia Jimmy, by its layout alone: `mode … weight(i17, 0.1 g)`. */
export const hiroiaJimmy: BluetoothModel = {
  id: 'hiroia-jimmy',
  name: 'Hiroia Jimmy',
  stepG: 0.1,
  mostG: 2000,
  isUntried: true,
  link: {
    service: '06c31822868247449211febc93e3bece',
    characteristics: ['06c31824868247449211febc93e3bece'],
    commands: { characteristic: '06c31823868247449211febc93e3bece', withoutResponse: false },
    tare: [bytesOf('0700')],
  },
  matches: ({ name }) => /^hiroia/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    const [mode = 0, , , , , , sign] = bytes;
    if (bytes.length !== LENGTH || (sign !== 0 && sign !== NEGATIVE)) return { error: 'other' };
    if (mode > LAST_GRAMS) return { error: 'unit' };
    const size = viewOf(bytes).getUint16(4, true);
    return { weightG: (sign === NEGATIVE ? size - 0x10000 : size) / 10, unit: 'g' };
  },
};
