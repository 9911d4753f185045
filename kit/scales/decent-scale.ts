import { bytesOf, viewOf, xorOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const HEADER = 0x03;
const STABLE = 0xce;
const CHANGING = 0xca;
/** The length in bytes of a frame without the timer that firmware 1.2 added. */
const PLAIN_LENGTH = 7;
const TIMED_LENGTH = 10;

/** Some firmwares with a timer leave it out of the checksum: only header and weight count. */
function isWhole(bytes: Uint8Array): boolean {
  const sum = bytes.at(-1);
  return sum === xorOf(bytes.subarray(0, -1)) || (bytes.length === TIMED_LENGTH && sum === xorOf(bytes.subarray(0, 4)));
}

/**
 * The scale sends nothing before this command. Its last 01 asks a Half Decent Scale to disconnect when it gets no
 * heartbeat for five seconds.
 */
const LED_ON = bytesOf('030a0101000108');
/** Without it the scale disconnects, so that no dead connection stays open. Older scales ignore it. */
const HEARTBEAT = bytesOf('030a03ffff000a');
const TARE = bytesOf('030f000000010d');

/** Decent Scale and copies of its protocol: a signed number of tenths of a gram whatever it shows, some ten times a second. */
export const decentScale: BluetoothModel = {
  id: 'decent-scale',
  name: 'Decent Scale',
  stepG: 0.1,
  mostG: 2_000,
  link: {
    service: 'fff0',
    characteristics: ['fff4'],
    commands: { characteristic: '36f5', withoutResponse: true },
    // sent twice: firmware 1.0 loses a command now and then
    hello: [LED_ON, LED_ON],
    heartbeat: { frames: [HEARTBEAT], everyMs: 2000 },
    tare: [TARE, TARE],
  },
  matches: ({ name }) => name.startsWith('Decent Scale'),
  parse(bytes): Frame {
    if (bytes.length < PLAIN_LENGTH) return { error: 'short' };
    const kind = bytes[1];
    if (bytes[0] !== HEADER || (kind !== STABLE && kind !== CHANGING)) return { error: 'other' };
    if (bytes.length !== PLAIN_LENGTH && bytes.length !== TIMED_LENGTH) return { error: 'short' };
    if (!isWhole(bytes)) return { error: 'checksum' };
    return { weightG: viewOf(bytes).getInt16(2) / 10, stable: kind === STABLE, unit: 'g' };
  },
};
