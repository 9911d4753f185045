import { beginsWith } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const LENGTH = 18;
const PLUS = 0x2b;
const MINUS = 0x2d;

/** Felicita Arc, Parallel and Incline: `0102 sign six-digits(0.01 g) unit … 0d0a` as text. */
export const felicita: BluetoothModel = {
  id: 'felicita',
  name: 'Felicita',
  stepG: 0.1,
  mostG: 3000,
  link: {
    service: 'ffe0',
    characteristics: ['ffe1'],
    commands: { characteristic: 'ffe1', withoutResponse: true },
    tare: [Uint8Array.of(0x54)],
  },
  matches: ({ name }) => /felicita/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    const sign = bytes[2];
    if (bytes.length !== LENGTH || !beginsWith(bytes, 0x01, 0x02) || bytes.at(-1) !== 0x0a) return { error: 'other' };
    const digits = String.fromCharCode(...bytes.subarray(3, 9));
    if ((sign !== PLUS && sign !== MINUS) || !/^\d{6}$/.test(digits)) return { error: 'other' };
    if (String.fromCharCode(...bytes.subarray(9, 11)).trim() !== 'g') return { error: 'unit' };
    const weightG = Number(digits) / 100;
    return { weightG: sign === MINUS ? -weightG : weightG, unit: 'g' };
  },
};
