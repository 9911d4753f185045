import { ACAIA_HEARTBEAT, ACAIA_NOTIFY, acaiaFraming, isWholeAcaia } from './acaia.ts';
import { beginsWith, viewOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const LENGTH = 13;
const STABLE = 0x0d;
const CHANGING = [0x0c, 0x0f];

/**
 * Acaia Umbra: the same frames, but its firmwares write the weight in two places, of which the other one is zero. A
 * frame with both is not understood.
 */
export const acaiaUmbra: BluetoothModel = {
  id: 'acaia-umbra',
  name: 'Acaia Umbra',
  stepG: 0.1,
  mostG: 1000,
  link: {
    service: '0000fe40cc7a482a984a7f2ed5b3e58f',
    characteristics: ['0000fe428e2245419d4c21edae82ed19'],
    commands: { characteristic: '0000fe418e2245419d4c21edae82ed19', withoutResponse: true },
    hello: [ACAIA_NOTIFY],
    heartbeat: { frames: [ACAIA_HEARTBEAT], everyMs: 2000 },
  },
  framing: acaiaFraming,
  matches: ({ name }) => /^umbra/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    if (bytes.length !== LENGTH || !beginsWith(bytes, 0xef, 0xdd, 0x0c, 0x08, 0x05)) return { error: 'other' };
    if (!isWholeAcaia(bytes)) return { error: 'checksum' };
    const view = viewOf(bytes);
    const [first, second, decimals = 0, state = 0] = [view.getUint16(5, true), view.getUint16(7), bytes[9], bytes[10]];
    if ((first !== 0 && second !== 0) || decimals < 1 || decimals > 4) return { error: 'other' };
    if (state !== STABLE && !CHANGING.includes(state)) return { error: 'other' };
    return { weightG: (first + second) / 10 ** decimals, stable: state === STABLE, unit: 'g' };
  },
};
