import { beginsWith, bytesOf } from './bytes.ts';
import { type BluetoothModel, type Frame, OUNCE_G, rounded } from './scale-model.ts';

const LENGTH = 7;
const NEGATIVE = 0x80;
const GRAMS = 0;
const OUNCES = 1;

/** Salter's food scale: `08070301 weight(u16) unit`. */
export const salterScale: BluetoothModel = {
  id: 'salter',
  name: 'Salter',
  stepG: 1,
  mostG: 5000,
  link: {
    service: 'ffe0',
    characteristics: ['ffe1'],
    commands: { characteristic: 'ffe3', withoutResponse: false },
    tare: [bytesOf('090305')],
  },
  matches: ({ name }) => /salter/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    if (bytes.length !== LENGTH || !beginsWith(bytes, 0x08, 0x07, 0x03, 0x01)) return { error: 'other' };
    const [high = 0, low = 0, unit] = bytes.subarray(4);
    const size = ((high & ~NEGATIVE) << 8) | low;
    const value = high & NEGATIVE ? -size : size;
    if (unit === GRAMS) return { weightG: value, unit: 'g' };
    if (unit === OUNCES) return { weightG: rounded((value / 10) * OUNCE_G), stepG: OUNCE_G / 10, unit: 'oz' };
    return { error: 'unit' };
  },
};
