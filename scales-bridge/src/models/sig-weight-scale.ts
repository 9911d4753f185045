import type { Frame, ScaleModel } from './scale-model.ts';

const IMPERIAL = 0x01;
const TIMESTAMP = 0x02;
const USER = 0x04;
const BMI_AND_HEIGHT = 0x08;

const UNSUCCESSFUL = 0xffff;
/** Grams of one step: 0.005 kg, or 0.01 lb. */
const METRIC_STEP_G = 5;
const POUND_STEP_G = 4.5359237;

function lengthOf(flags: number): number {
  return 3 + (flags & TIMESTAMP ? 7 : 0) + (flags & USER ? 1 : 0) + (flags & BMI_AND_HEIGHT ? 4 : 0);
}

/** Weight Measurement (0x2A9D) of Bluetooth's Weight Scale Service: a weighing that has come to rest, in 5 g steps. */
export const sigWeightScale: ScaleModel = {
  name: 'Весы Bluetooth SIG',
  service: '181d',
  characteristic: '2a9d',
  matches: ({ services }) => services.includes('181d'),
  parse(bytes): Frame {
    const [flags] = bytes;
    if (flags === undefined || bytes.length < lengthOf(flags)) return { error: 'short' };
    const steps = new DataView(bytes.buffer, bytes.byteOffset).getUint16(1, true);
    if (steps === UNSUCCESSFUL) return { error: 'measurement_unsuccessful' };
    const grams = steps * (flags & IMPERIAL ? POUND_STEP_G : METRIC_STEP_G);
    return { weightG: Math.round(grams), stable: true };
  },
};
