import { bytesOf, viewOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const LENGTH = 8;
const HEADER = 0xac02;
const STABLE = 0xca;
const CHANGING = 0xce;
const STEP_G = 100;

const sumOf = (bytes: Uint8Array): number => bytes.subarray(2, 7).reduce((sum, byte) => (sum + byte) & 0xff, 0);

/** Hutbit and other scales of the AC 02 protocol: `ac02 weight(u16, 0.1 kg) 0000 state sum`. */
export const hutbitScale: BluetoothModel = {
  id: 'hutbit',
  name: 'Hutbit',
  stepG: STEP_G,
  mostG: 180_000,
  link: {
    service: 'ffb0',
    characteristics: ['ffb2'],
    commands: { characteristic: 'ffb1', withoutResponse: true },
    hello: ['ac02fa010000ccc7', 'ac02fb021fa5cc8d', 'ac02fde20101ccad', 'ac02fc010000ccc9', 'ac02fe060000ccd0'].map(
      bytesOf,
    ),
  },
  matches: ({ name }) => /hutbit/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    const view = viewOf(bytes);
    if (bytes.length !== LENGTH || view.getUint16(0) !== HEADER) return { error: 'other' };
    if (sumOf(bytes) !== bytes[7]) return { error: 'checksum' };
    const state = bytes[6];
    if (view.getUint16(4) !== 0 || (state !== STABLE && state !== CHANGING)) return { error: 'other' };
    return { weightG: view.getUint16(2) * STEP_G, stable: state === STABLE, unit: 'kg' };
  },
};
