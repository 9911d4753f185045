import { bytesOf, viewOf } from './bytes.ts';
import type { BluetoothModel, DisplayUnit, Frame } from './scale-model.ts';

const LENGTH = 9;
/** The header of a Decent Scale, which sends on the same characteristic. */
const FOREIGN = 0x03;
const UNITS: Partial<Record<number, DisplayUnit>> = { 4: 'g', 5: 'lb:oz', 6: 'oz', 7: 'ml', 8: 'ml', 9: 'fl.oz' };

/** Lefu CK811, sold as Futula Kitchen Scale 3: the weight is in grams whatever the display shows. No checksum. */
export const lefuCk811: BluetoothModel = {
  id: 'lefu-ck811',
  name: 'Futula Kitchen Scale 3',
  stepG: 1,
  mostG: 5000,
  isUntried: true,
  link: {
    service: 'fff0',
    characteristics: ['fff4'],
    commands: { characteristic: 'fff1', withoutResponse: true },
    tare: [bytesOf('fd320000000000000000cf')],
  },
  matches: ({ name }) => /^lfsmart scale|lefu|^futula/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    const [header, , , , , sign, , , unit = 0] = bytes;
    if (header === FOREIGN || bytes.length > LENGTH + 2 || (sign !== 0 && sign !== 1)) return { error: 'other' };
    const display = UNITS[unit];
    if (unit !== 0 && display === undefined) return { error: 'other' };
    const weightG = viewOf(bytes).getUint16(3, true) / 10;
    return { weightG: sign ? -weightG : weightG, ...(display && { unit: display }) };
  },
};
