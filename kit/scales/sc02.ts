import { beginsWith, viewOf, xorOf } from './bytes.ts';
import { type BluetoothModel, type Frame, MANUFACTURER_DATA } from './scale-model.ts';

const LENGTH = 17;
const SALT = 0x10;

/**
 * SC02: it broadcasts `0f050200 weight(u16, 0.01 g) 5a000200 address(6) checksum` in its manufacturer's data. The number
 * ends at 655.35 g, which is less than a full bottle weighs.
 */
export const sc02: BluetoothModel = {
  id: 'sc02',
  name: 'SC02',
  stepG: 0.01,
  mostG: 655,
  link: { broadcast: MANUFACTURER_DATA },
  matches: ({ name }) => /^sc02\s*$/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    if (bytes.length !== LENGTH || !beginsWith(bytes, 0x0f, 0x05, 0x02, 0x00)) return { error: 'other' };
    if ((xorOf(bytes.subarray(0, -1)) ^ SALT) !== bytes.at(-1)) return { error: 'checksum' };
    return { weightG: viewOf(bytes).getUint16(4) / 100, unit: 'g' };
  },
};
