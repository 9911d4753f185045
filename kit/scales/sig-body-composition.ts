import { viewOf } from './bytes.ts';
import { isMiScale } from './mi-body-scale.ts';
import { type BluetoothModel, type Frame, POUND_STEP_G } from './scale-model.ts';

const IMPERIAL = 0x0001;
const WEIGHT = 0x0400;
const UNSUCCESSFUL = 0xffff;
const METRIC_STEP_G = 5;

/** The optional fields before the weight: their flag and their length. */
const BEFORE_WEIGHT: readonly [flag: number, length: number][] = [
  [0x0002, 7], // timestamp
  [0x0004, 1], // user
  [0x0008, 2], // basal metabolism
  [0x0010, 2], // muscle, %
  [0x0020, 2], // muscle
  [0x0040, 2], // fat-free mass
  [0x0080, 2], // soft lean mass
  [0x0100, 2], // water
  [0x0200, 2], // impedance
];
/** The length of the flags and of body fat, which is always present. */
const HEAD = 4;

/** Body Composition Measurement (0x2A9C) of Bluetooth's Body Composition Service. Only its weight is read. */
export const sigBodyComposition: BluetoothModel = {
  id: 'sig-body-composition',
  name: 'Bluetooth SIG, состав тела',
  stepG: METRIC_STEP_G,
  mostG: 330_000,
  link: { service: '181b', characteristics: ['2a9c'] },
  // scales that also have the Weight Scale Service are read through that one
  matches: (seen) => seen.services.includes('181b') && !seen.services.includes('181d') && !isMiScale(seen),
  parse(bytes): Frame {
    if (bytes.length < HEAD) return { error: 'short' };
    const view = viewOf(bytes);
    const flags = view.getUint16(0, true);
    if (view.getUint16(2, true) === UNSUCCESSFUL) return { error: 'measurement_unsuccessful' };
    if ((flags & WEIGHT) === 0) return { error: 'other' };
    const offset = BEFORE_WEIGHT.reduce((sum, [flag, length]) => (flags & flag ? sum + length : sum), HEAD);
    if (bytes.length < offset + 2) return { error: 'short' };
    const steps = view.getUint16(offset, true);
    if (steps === UNSUCCESSFUL) return { error: 'measurement_unsuccessful' };
    if ((flags & IMPERIAL) === 0) return { weightG: steps * METRIC_STEP_G, stable: true, unit: 'kg' };
    return { weightG: Math.round(steps * POUND_STEP_G), stable: true, stepG: POUND_STEP_G, unit: 'lb' };
  },
};
