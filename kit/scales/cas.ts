import { beginsWith, xorOf } from './bytes.ts';
import { type CableModel, type DisplayUnit, type Frame, POUND_STEP_G, rounded } from './scale-model.ts';

/** Around the digits: header, state, sign, unit, checksum, end. */
const AROUND = 9;
const DIGITS = [6, 7];
const STABLE = 'S';
const CHANGING = 'U';
const units: Record<string, [DisplayUnit, number]> = { kg: ['kg', 1000], g: ['g', 1], lb: ['lb', POUND_STEP_G * 100] };

const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** CAS AD, ER and PR, Mertech and Shtrih in CAS mode: `0102 state sign digits unit checksum 0304` as text. */
export const cas: CableModel = {
  id: 'cas',
  name: 'CAS AD, ER, PR',
  stepG: 1,
  mostG: 60_000,
  isUntried: true,
  link: {
    serial: {
      speeds: [{ baudRate: 9600, parity: 'none' }],
      ask: { frame: Uint8Array.of(0x05, 0x11), everyMs: 300 },
      tare: [Uint8Array.of(0x3c, 0x54, 0x4b, 0x3e, 0x09)],
    },
  },
  framing: {
    lengthOf(bytes) {
      if (bytes[0] !== 0x01 || (bytes.length > 1 && bytes[1] !== 0x02)) return 0;
      const end = bytes.findIndex((byte, index) => index > AROUND && byte === 0x04 && bytes[index - 1] === 0x03);
      if (end >= 0) return end + 1;
      return bytes.length < AROUND + Math.max(...DIGITS) ? undefined : 0;
    },
  },
  parse(bytes): Frame {
    if (bytes.length < AROUND + Math.min(...DIGITS)) return { error: 'short' };
    const count = bytes.length - AROUND;
    if (!DIGITS.includes(count) || !beginsWith(bytes, 0x01, 0x02)) return { error: 'other' };
    if (bytes.at(-2) !== 0x03 || bytes.at(-1) !== 0x04) return { error: 'other' };
    if (xorOf(bytes.subarray(2, -3)) !== bytes.at(-3)) return { error: 'checksum' };
    const [state, sign] = textOf(bytes.subarray(2, 4));
    const digits = textOf(bytes.subarray(4, 4 + count)).trim();
    const unit = units[textOf(bytes.subarray(4 + count, 6 + count)).trim()];
    if (sign === 'F') return { error: 'overload' };
    if ((state !== STABLE && state !== CHANGING) || (sign !== ' ' && sign !== '-')) return { error: 'other' };
    if (!/^\d+(\.\d+)?$/.test(digits) || !unit) return { error: 'other' };
    const [display, factor] = unit;
    const decimals = digits.split('.')[1]?.length ?? 0;
    const weightG = rounded(Number(digits) * factor);
    const stepG = rounded(factor * 10 ** -decimals);
    return { weightG: sign === '-' ? -weightG : weightG, stable: state === STABLE, stepG, unit: display };
  },
};
