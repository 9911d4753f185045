import { beginsWith, viewOf } from './bytes.ts';
import type { BluetoothModel, DisplayUnit, Frame } from './scale-model.ts';

const LENGTH = 8;
const STABLE = 0xca;
const CHANGING = 0xce;
const NEGATIVE = 0x01;
/** The high half of the byte of the unit. */
const UNITS: DisplayUnit[] = ['g', 'ml', 'lb:oz', 'oz', 'fl.oz'];

/** Huajun NSCALE: `ac0500 weight(u16, 0.1 g) unit state ?`. It takes no commands; its last byte is no checksum. */
export const huajunNscale: BluetoothModel = {
  id: 'huajun-nscale',
  name: 'Huajun NSCALE',
  stepG: 0.1,
  mostG: 5000,
  link: { service: 'ffb0', characteristics: ['ffb2'] },
  matches: ({ name }) => /^nscale\s*$/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    const [, , , , , unit = 0, state] = bytes;
    if (bytes.length !== LENGTH || !beginsWith(bytes, 0xac, 0x05, 0x00)) return { error: 'other' };
    if (state !== STABLE && state !== CHANGING) return { error: 'other' };
    const display = UNITS[unit >> 4];
    if (display === undefined) return { error: 'other' };
    if (display !== 'g') return { error: 'unit' };
    const weightG = viewOf(bytes).getUint16(3) / 10;
    return { weightG: unit & NEGATIVE ? -weightG : weightG, stable: state === STABLE, unit: display };
  },
};
