import { beginsWith, sumOf, viewOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

/** The header, its checksum, and the command. */
const HEAD = 10;
const CHECKSUM = 5;
const LUMINARY = 0xa187;
const NUTRITION = 0xa183;
const GRAMS = 0x02;

/** What makes all bytes of the frame FF together. */
const isWhole = (bytes: Uint8Array): boolean => sumOf(bytes) === 0xff;

function command(number: number, ...data: number[]): Uint8Array {
  const frame = Uint8Array.of(0xa5, 0x22, 0, data.length + 4, 0, 0, 1, number & 0xff, number >> 8, 0, ...data);
  frame[CHECKSUM] = 0xff - sumOf(frame);
  return frame;
}

/** How many bytes the weight has in a frame of this command. */
const widths: Record<number, number> = { [LUMINARY]: 3, [NUTRITION]: 2 };

/**
 * Etekcity Luminary EKS-L221 and ESN-C551S: `a5 22 number length(u16) checksum 01 command(u16) 00 sign weight unit
 * medium state`, little-endian.
 */
export const etekcityA522: BluetoothModel = {
  id: 'etekcity-a522',
  name: 'Etekcity Luminary',
  stepG: 1,
  mostG: 10_000,
  link: {
    service: 'fff0',
    characteristics: ['fff1'],
    commands: { characteristic: 'fff2', withoutResponse: true },
    hello: [command(0xa180, GRAMS, 0)],
    tare: [command(0xa185)],
  },
  matches: ({ name }) => /^etekcity nutrition scale/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < HEAD) return { error: 'short' };
    if (!beginsWith(bytes, 0xa5, 0x22)) return { error: 'other' };
    const view = viewOf(bytes);
    if (bytes.length !== view.getUint16(3, true) + 6) return { error: 'short' };
    if (!isWhole(bytes)) return { error: 'checksum' };
    const width = widths[view.getUint16(7, true)];
    if (width === undefined || bytes.length !== HEAD + width + 4) return { error: 'other' };
    const sign = bytes[HEAD];
    const [unit, , state] = bytes.subarray(HEAD + 1 + width);
    if (sign !== 0 && sign !== 1) return { error: 'other' };
    if (unit !== GRAMS) return { error: 'unit' };
    const highest = width === 3 ? (bytes[HEAD + 3] ?? 0) << 16 : 0;
    const weightG = (highest + view.getUint16(HEAD + 1, true)) / 10;
    return { weightG: sign ? -weightG : weightG, stable: state === 1, unit: 'g' };
  },
};
