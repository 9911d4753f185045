import { bytesOf, viewOf } from './bytes.ts';
import { type BluetoothModel, type Frame, rounded } from './scale-model.ts';

const LENGTH = 4;

/** WeighMyBru, by its layout alone: a number of four bytes in grams. */
export const weighMyBru: BluetoothModel = {
  id: 'weighmybru',
  name: 'WeighMyBru',
  stepG: 0.1,
  mostG: 3000,
  isUntried: true,
  link: {
    service: '6e400001b5a3f393e0a9e50e24dcca9e',
    characteristics: ['6e400004b5a3f393e0a9e50e24dcca9e'],
    commands: { characteristic: '6e400003b5a3f393e0a9e50e24dcca9e', withoutResponse: false },
    tare: [bytesOf('030a010100')],
  },
  matches: ({ name }) => /^weighmybru/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    const weightG = viewOf(bytes).getFloat32(0, true);
    if (bytes.length !== LENGTH || !Number.isFinite(weightG)) return { error: 'other' };
    return { weightG: rounded(weightG), unit: 'g' };
  },
};
