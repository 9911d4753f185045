import { beginsWith, bytesOf, viewOf, xorOf } from './bytes.ts';
import type { CableModel, Frame } from './scale-model.ts';

const ACK = 0x06;
const STX = 0x02;
const LENGTHS = [0x0b, 0x11];
/** From STX to the checksum. */
const ANSWER = 14;
const WEIGHT = 0x3a;
const flags = { settled: 1 << 4, overload: 1 << 6, failed: (1 << 7) | (1 << 9), under: 1 << 8 };
const PASSWORD = '30303330';

function command(body: string): Uint8Array {
  const bytes = bytesOf(`00${body}`);
  bytes[0] = bytes.length - 1;
  return Uint8Array.of(STX, ...bytes, xorOf(bytes));
}

/**
 * POS2 of Shtrih-Slim and Mertech: `02 length 3a error flags(u16) weight(i32, g) tare(u16) 00 checksum`, after which the
 * other side sends 06. Some write the length 11 in decimal digits.
 */
export const pos2: CableModel = {
  id: 'pos2',
  name: 'Штрих-Слим, Mertech (POS2)',
  stepG: 1,
  mostG: 60_000,
  isUntried: true,
  link: {
    serial: {
      speeds: [{ baudRate: 9600, parity: 'none' }],
      onlyUsb: ['1fc9:80a3'],
      ask: { frame: command(`3a${PASSWORD}`), everyMs: 250 },
      accept: Uint8Array.of(ACK),
      tare: [command(`31${PASSWORD}`)],
    },
  },
  framing: {
    lengthOf([first, length]) {
      if (first !== STX || (length !== undefined && !LENGTHS.includes(length))) return 0;
      return ANSWER;
    },
  },
  parse(received): Frame {
    const bytes = received[0] === ACK ? received.subarray(1) : received;
    if (bytes.length < ANSWER) return { error: 'short' };
    const [start, length = 0] = bytes;
    if (bytes.length !== ANSWER || start !== STX || !LENGTHS.includes(length)) return { error: 'other' };
    if (xorOf(bytes.subarray(1, -1)) !== bytes.at(-1)) return { error: 'checksum' };
    if (bytes[2] !== WEIGHT) return { error: 'other' };
    if (!beginsWith(bytes.subarray(2), WEIGHT, 0)) return { error: 'refused' };
    const view = viewOf(bytes);
    const state = view.getUint16(4, true);
    if (state & flags.overload) return { error: 'overload' };
    if (state & flags.under) return { error: 'underload' };
    if (state & flags.failed) return { error: 'measurement_unsuccessful' };
    return { weightG: view.getInt32(6, true), stable: (state & flags.settled) !== 0, unit: 'g' };
  },
};
