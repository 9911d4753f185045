import { viewOf } from './bytes.ts';
import { type CableModel, type DisplayUnit, type Frame, OUNCE_G, POUND_STEP_G, rounded } from './scale-model.ts';

const LENGTH = 6;
const REPORT = 0x03;
const units: Partial<Record<number, [DisplayUnit, number]>> = {
  2: ['g', 1],
  3: ['kg', 1000],
  11: ['oz', OUNCE_G],
  12: ['lb', POUND_STEP_G * 100],
};
const FINEST = -4;
const COARSEST = 3;
const BELOW_ZERO = 5;
/** What the state says of the weight; a state that is not here has none. */
const states: Record<number, { stable?: boolean }> = {
  2: { stable: true },
  3: { stable: false },
  4: { stable: true },
  [BELOW_ZERO]: {},
};
const failures: Record<number, Frame> = { 1: { error: 'measurement_unsuccessful' }, 6: { error: 'overload' } };

/** Scales of USB's class for points of sale, such as Dymo: `03 state unit exponent(i8) weight(u16)`. */
export const usbPos: CableModel = {
  id: 'usb-pos',
  name: 'USB-весы (HID)',
  stepG: 1,
  mostG: 60_000,
  link: { hid: { usagePage: 0x8d, usage: 0x20 } },
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    const [report, state = 0, unit = 0] = bytes;
    if (bytes.length !== LENGTH || report !== REPORT) return { error: 'other' };
    const said = states[state];
    if (!said) return failures[state] ?? { error: 'other' };
    const view = viewOf(bytes);
    const exponent = view.getInt8(3);
    if (exponent < FINEST || exponent > COARSEST) return { error: 'range' };
    const known = units[unit];
    if (!known) return { error: 'unit' };
    const [display, factor] = known;
    const stepG = rounded(factor * 10 ** exponent);
    const weightG = rounded(view.getUint16(4, true) * factor * 10 ** exponent);
    return { weightG: state === BELOW_ZERO ? -weightG : weightG, ...said, stepG, unit: display };
  },
};
