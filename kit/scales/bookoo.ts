import { beginsWith, bytesOf, uint24, xorOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const LENGTH = 20;
const GRAMS = 2;
const PLUS = 0x2b;
const MINUS = 0x2d;

/** Bookoo Themis, Mini and Ultra: `030b timer(u24) unit sign weight(u24, 0.01 g) … checksum`. */
export const bookoo: BluetoothModel = {
  id: 'bookoo',
  name: 'Bookoo',
  stepG: 0.1,
  mostG: 3000,
  isUntried: true,
  link: {
    service: '0ffe',
    characteristics: ['ff11'],
    commands: { characteristic: 'ff12', withoutResponse: true },
    tare: [bytesOf('030a01000008')],
  },
  matches: ({ name }) => /bookoo_sc/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    if (bytes.length !== LENGTH || !beginsWith(bytes, 0x03, 0x0b)) return { error: 'other' };
    if (xorOf(bytes.subarray(0, -1)) !== bytes.at(-1)) return { error: 'checksum' };
    const [unit, sign] = bytes.subarray(5);
    if (sign !== PLUS && sign !== MINUS) return { error: 'other' };
    if (unit !== GRAMS) return { error: 'unit' };
    const weightG = uint24(bytes, 7) / 100;
    return { weightG: sign === MINUS ? -weightG : weightG, unit: 'g' };
  },
};
