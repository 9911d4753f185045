import { viewOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const LENGTH = 10;
const GRAMS = 4;

/** The older «Kitchen Scale» of Lefu: whole grams, with a flag for a weight at rest. */
export const lefuKitchen: BluetoothModel = {
  id: 'lefu-kitchen',
  name: 'Lefu Kitchen Scale',
  stepG: 1,
  mostG: 5000,
  isUntried: true,
  link: { service: 'fff0', characteristics: ['fff4'] },
  matches: ({ name }) => /^kitchen scale\s*$/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    const [, , sign, , , , , , unit, state] = bytes;
    if (bytes.length > LENGTH + 1 || (sign !== 0 && sign !== 1)) return { error: 'other' };
    if (unit !== GRAMS) return { error: 'unit' };
    const weightG = viewOf(bytes).getUint16(3, true);
    return { weightG: sign ? -weightG : weightG, stable: state === 0, unit: 'g' };
  },
};
