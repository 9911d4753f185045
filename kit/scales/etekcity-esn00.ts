import { beginsWith, bytesOf, sumOf, viewOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const HEAD = 6;
const MEASUREMENT = 0xd0;
const ERROR = 0xe0;
const GRAMS = 0x00;

/** Etekcity's first nutrition scale: `fe ef c0 a2 kind length data sum`. The second one has the same name, but FFF0. */
export const etekcityEsn00: BluetoothModel = {
  id: 'etekcity-esn00',
  name: 'Etekcity ESN00',
  stepG: 1,
  mostG: 5000,
  link: {
    service: '1910',
    characteristics: ['2c12'],
    commands: { characteristic: '2c11', withoutResponse: false },
    hello: [bytesOf('feefc0a2c00100c1')],
    tare: [bytesOf('feefc0a2c10100c2')],
  },
  matches: ({ name }) => /^etekcity nutrition scale/i.test(name),
  parse(bytes): Frame {
    if (bytes.length <= HEAD) return { error: 'short' };
    if (!beginsWith(bytes, 0xfe, 0xef, 0xc0, 0xa2)) return { error: 'other' };
    const [kind, length = 0] = bytes.subarray(4);
    if (bytes.length !== HEAD + length + 1) return { error: 'short' };
    if (sumOf(bytes.subarray(4, -1)) !== bytes.at(-1)) return { error: 'checksum' };
    if (kind === ERROR && bytes[HEAD] === 0) return { error: 'overload' };
    const [sign, , , unit, settled] = bytes.subarray(HEAD);
    if (kind !== MEASUREMENT || length !== 5 || (sign !== 0 && sign !== 1)) return { error: 'other' };
    if (unit !== GRAMS) return { error: 'unit' };
    const weightG = viewOf(bytes).getUint16(HEAD + 1) / 10;
    return { weightG: sign ? -weightG : weightG, stable: settled === 1, unit: 'g' };
  },
};
