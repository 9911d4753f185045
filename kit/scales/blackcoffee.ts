import { viewOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const LENGTH = 15;
const NEGATIVE = [0x8, 0xc];
const AT_REST = 0x1;

/** Blackcoffee and my_scale, by their layout alone: half a byte of sign, half of state, 28 bits of milligrams. */
export const blackcoffee: BluetoothModel = {
  id: 'blackcoffee',
  name: 'Blackcoffee',
  stepG: 0.1,
  mostG: 3000,
  isUntried: true,
  link: { service: 'ffb0', characteristics: ['ffb2'] },
  matches: ({ name }) => /blackcoffee|my_scale/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    const flags = bytes[2] ?? 0;
    const weightG = (viewOf(bytes).getUint32(3) & 0x0fffffff) / 1000;
    return {
      weightG: NEGATIVE.includes(flags >> 4) ? -weightG : weightG,
      stable: (flags & 0x0f) === AT_REST,
      unit: 'g',
    };
  },
};
