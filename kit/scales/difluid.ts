import { beginsWith, bytesOf, sumOf, viewOf } from './bytes.ts';
import type { BluetoothModel, Connection, Frame } from './scale-model.ts';

const LENGTH = 19;
const INVALID = -0x80000000;

const linkOf = (service: string): Connection => ({
  service,
  characteristics: ['aa01'],
  commands: { characteristic: 'aa01', withoutResponse: true },
  // grams, then weights without being asked
  hello: [bytesOf('dfdf01040100c4'), bytesOf('dfdf01000101c1')],
  helloSetsGrams: true,
  tare: [bytesOf('dfdf03020101c5')],
});

const difluid = (id: string, name: string, service: string, names: RegExp): BluetoothModel => ({
  id,
  name,
  stepG: 0.1,
  mostG: 2000,
  isUntried: true,
  link: linkOf(service),
  matches: (seen) => names.test(seen.name),
  parse(bytes): Frame {
    if (bytes.length < 6) return { error: 'short' };
    if (!beginsWith(bytes, 0xdf, 0xdf)) return { error: 'other' };
    if (bytes.length < (bytes[4] ?? 0) + 6) return { error: 'short' };
    if (sumOf(bytes.subarray(0, -1)) !== bytes.at(-1)) return { error: 'checksum' };
    if (bytes.length !== LENGTH || !beginsWith(bytes, 0xdf, 0xdf, 0x03, 0x00, 0x0d)) return { error: 'other' };
    const tenths = viewOf(bytes).getInt32(5);
    return tenths === INVALID ? { error: 'measurement_unsuccessful' } : { weightG: tenths / 10 };
  },
});

/** DiFluid Microbalance: `dfdf 03 00 0d weight(i32, 0.1 g) … sum`. */
export const difluidMicrobalance = difluid(
  'difluid-microbalance',
  'DiFluid Microbalance',
  '00ee',
  /^microbalance(?! ti)/i,
);
export const difluidTi = difluid('difluid-ti', 'DiFluid Microbalance Ti', '00dd', /^(mb ti|microbalance ti)/i);
