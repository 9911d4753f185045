import { viewOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const LENGTH = 9;
/** A fourth byte above this one means less than nothing. */
const LAST_POSITIVE = 10;

/** SmartChef, by its layout alone: tenths of a gram in the sixth and seventh byte. It takes no tare by Bluetooth. */
export const smartChef: BluetoothModel = {
  id: 'smartchef',
  name: 'SmartChef',
  stepG: 1,
  mostG: 5000,
  isUntried: true,
  isUnitUnknown: true,
  link: { service: 'fff0', characteristics: ['fff1'] },
  matches: ({ name }) => /smartchef/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    if (bytes.length !== LENGTH) return { error: 'other' };
    const weightG = viewOf(bytes).getUint16(5) / 10;
    return { weightG: (bytes[3] ?? 0) > LAST_POSITIVE ? -weightG : weightG };
  },
};
