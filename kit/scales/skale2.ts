import { viewOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const LENGTH = 5;
const TARE = Uint8Array.of(0x10);

/** Skale II, by its layout alone: tenths of a gram in the second and third byte. */
export const skale2: BluetoothModel = {
  id: 'skale2',
  name: 'Skale II',
  stepG: 0.1,
  mostG: 2000,
  isUntried: true,
  link: {
    service: 'ff08',
    characteristics: ['ef81'],
    commands: { characteristic: 'ef80', withoutResponse: false },
    // its display on, the weight on it, grams
    hello: [Uint8Array.of(0xed), Uint8Array.of(0xec), Uint8Array.of(0x03)],
    helloSetsGrams: true,
    tare: [TARE, TARE],
  },
  matches: ({ name }) => /^skale/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    if (bytes.length !== LENGTH || bytes[0] !== 0) return { error: 'other' };
    return { weightG: viewOf(bytes).getInt16(1, true) / 10 };
  },
};
