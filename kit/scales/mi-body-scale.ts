import { viewOf } from './bytes.ts';
import { type Advertisement, type BluetoothModel, type Frame, POUND_STEP_G } from './scale-model.ts';

const LENGTH = 13;
const POUNDS = 0x01;
const STABLE = 0x20;
const REMOVED = 0x80;
/** A step is 1/200 kg; hundredths of a catty, which is half a kilogram, come to the same. */
const STEP_G = 5;

export const isMiScale = ({ name, dataOf }: Advertisement): boolean =>
  dataOf.includes('181b') || /^mib[cf]s/i.test(name);

/** Xiaomi Mi Body Composition Scale 2: it broadcasts its weight in the advertisement and needs no connection. */
export const miBodyScale: BluetoothModel = {
  id: 'mi-body-scale',
  name: 'Xiaomi Mi Scale 2',
  stepG: STEP_G,
  mostG: 330_000,
  link: { broadcast: '181b' },
  matches: (seen) => isMiScale(seen) && !seen.services.includes('181d'),
  parse(bytes): Frame {
    if (bytes.length !== LENGTH) return { error: bytes.length < LENGTH ? 'short' : 'other' };
    const [units = 0, state = 0] = bytes;
    if (state & REMOVED) return { error: 'removed' };
    if ((state & STABLE) === 0) return { error: 'unstable' };
    const steps = viewOf(bytes).getUint16(11, true);
    if (units & POUNDS) {
      return { weightG: Math.round(steps * POUND_STEP_G), stable: true, stepG: POUND_STEP_G, unit: 'lb' };
    }
    return { weightG: steps * STEP_G, stable: true, unit: 'kg' };
  },
};
