import { viewOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const LENGTH = 8;

/** Sencor's food scale, by its layout alone: whole grams, and a sign at the end. */
export const sencorfood: BluetoothModel = {
  id: 'sencorfood',
  name: 'Sencor',
  stepG: 1,
  mostG: 5000,
  isUntried: true,
  isUnitUnknown: true,
  // every characteristic that notifies
  link: { service: '', characteristics: [] },
  matches: ({ name }) => /^sencorfood/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    const sign = bytes[7];
    if (bytes.length !== LENGTH || bytes[0] !== 0 || (sign !== 0 && sign !== 1)) return { error: 'other' };
    const weightG = viewOf(bytes).getUint16(2);
    return { weightG: sign ? -weightG : weightG };
  },
};
