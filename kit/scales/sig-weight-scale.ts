import { viewOf } from './bytes.ts';
import { type BluetoothModel, type Frame, POUND_STEP_G } from './scale-model.ts';

const IMPERIAL = 0x01;
const TIMESTAMP = 0x02;
const USER = 0x04;
const BMI_AND_HEIGHT = 0x08;
/** Reserved flags: scales that send a format of their own under this number set them, such as the first Mi Scale. */
const UNKNOWN = 0xf0;

const UNSUCCESSFUL = 0xffff;
const METRIC_STEP_G = 5;

function lengthOf(flags: number): number {
  return 3 + (flags & TIMESTAMP ? 7 : 0) + (flags & USER ? 1 : 0) + (flags & BMI_AND_HEIGHT ? 4 : 0);
}

/**
 * Weight Measurement (0x2A9D) of Bluetooth's Weight Scale Service: a finished weighing, in 5 g steps. A frame shorter
 * than its flags require is rejected as a whole: the cut may have begun before the missing field.
 */
export const sigWeightScale: BluetoothModel = {
  id: 'sig-weight-scale',
  name: 'Весы Bluetooth SIG',
  stepG: METRIC_STEP_G,
  mostG: 330_000,
  link: { service: '181d', characteristics: ['2a9d'] },
  // a Timemore speaks a protocol of its own under this number
  matches: ({ name, services }) => services.includes('181d') && !/^timemore/i.test(name),
  parse(bytes): Frame {
    const [flags] = bytes;
    if (flags === undefined || bytes.length < lengthOf(flags)) return { error: 'short' };
    if (flags & UNKNOWN) return { error: 'other' };
    const steps = viewOf(bytes).getUint16(1, true);
    if (steps === UNSUCCESSFUL) return { error: 'measurement_unsuccessful' };
    if ((flags & IMPERIAL) === 0) return { weightG: steps * METRIC_STEP_G, stable: true, unit: 'kg' };
    return { weightG: Math.round(steps * POUND_STEP_G), stable: true, stepG: POUND_STEP_G, unit: 'lb' };
  },
};
