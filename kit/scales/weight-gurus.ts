import { viewOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

/** Mantissas of special values: NaN, ±infinity, «not at this resolution», reserved. */
const NO_NUMBER = new Set([0x7fffff, 0x7ffffe, 0x800000, 0x800001, 0x800002]);

/** Reads a 32-bit FLOAT of IEEE 11073: a signed mantissa of three bytes, little-endian, and a decimal exponent. */
function readFloat(bytes: Uint8Array, offset: number): { mantissa: number; exponent: number } | undefined {
  const raw = viewOf(bytes).getUint32(offset, true);
  const mantissa = raw & 0xffffff;
  if (NO_NUMBER.has(mantissa)) return undefined;
  return { mantissa: (mantissa << 8) >> 8, exponent: raw >> 24 };
}

/** The smallest and largest plausible exponents of a weight in kilograms: milligrams to kilograms. */
const FINEST = -6;
const COARSEST = 0;

/**
 * Weight Gurus 0376 (Transtek A3): `flags weight(FLOAT, kg) …` on 0x8A24. The fields after the weight are not used, so
 * they may be cut off.
 */
export const weightGurus: BluetoothModel = {
  id: 'weight-gurus',
  name: 'Weight Gurus 0376',
  stepG: 10,
  mostG: 180_000,
  link: { service: '0d005750c36b11e39c1a0800200c9a66', characteristics: ['8a24'] },
  matches: ({ name }) => /^[01]0376B/.test(name),
  parse(bytes): Frame {
    if (bytes.length < 5) return { error: 'short' };
    const number = readFloat(bytes, 1);
    if (!number) return { error: 'measurement_unsuccessful' };
    const { mantissa, exponent } = number;
    if (exponent < FINEST || exponent > COARSEST) return { error: 'range' };
    // multiplied where possible, so that 7725·10⁻² kg is exactly 77250 g
    const weightG = exponent >= -3 ? mantissa * 10 ** (exponent + 3) : mantissa / 10 ** (-3 - exponent);
    return { weightG: weightG, stable: true, stepG: 10 ** (exponent + 3), unit: 'kg' };
  },
};
