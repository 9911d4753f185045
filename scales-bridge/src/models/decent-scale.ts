import type { Frame, ScaleModel } from './scale-model.ts';

const HEADER = 0x03;
const STABLE = 0xce;
const CHANGING = 0xca;
/** Bytes of a frame without the timer that firmware 1.2 added. */
const PLAIN_LENGTH = 7;
const TIMED_LENGTH = 10;

const xor = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum ^ byte, 0);

/** Some firmwares with a timer leave it out of the sum: only header and weight count. */
function isWhole(bytes: Uint8Array): boolean {
  const sum = bytes.at(-1);
  return sum === xor(bytes.subarray(0, -1)) || (bytes.length === TIMED_LENGTH && sum === xor(bytes.subarray(0, 4)));
}

/** Decent Scale and what copies its protocol: a signed number of tenths of a gram, some ten times a second. */
export const decentScale: ScaleModel = {
  name: 'Decent Scale',
  service: 'fff0',
  characteristic: 'fff4',
  // LED on: until then it keeps silent
  wakeUp: { characteristic: '36f5', bytes: Uint8Array.of(0x03, 0x0a, 0x01, 0x01, 0x00, 0x01, 0x08) },
  matches: ({ name }) => name.startsWith('Decent Scale'),
  parse(bytes): Frame {
    if (bytes.length < PLAIN_LENGTH) return { error: 'short' };
    const kind = bytes[1];
    if (bytes[0] !== HEADER || (kind !== STABLE && kind !== CHANGING)) return { error: 'other' };
    if (bytes.length !== PLAIN_LENGTH && bytes.length !== TIMED_LENGTH) return { error: 'short' };
    if (!isWhole(bytes)) return { error: 'checksum' };
    const tenths = new DataView(bytes.buffer, bytes.byteOffset).getInt16(2);
    return { weightG: tenths / 10, stable: kind === STABLE };
  },
};
