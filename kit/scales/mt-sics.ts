import { type CableModel, type DisplayUnit, type Frame, OUNCE_G, POUND_STEP_G, rounded } from './scale-model.ts';

const CR = 0x0d;
const LF = 0x0a;
const LONGEST = 64;
const units: Record<string, [DisplayUnit, number]> = {
  g: ['g', 1],
  kg: ['kg', 1000],
  oz: ['oz', OUNCE_G],
  lb: ['lb', POUND_STEP_G * 100],
};
const errors: Record<string, Frame> = {
  '+': { error: 'overload' },
  '-': { error: 'underload' },
  I: { error: 'refused' },
};
const commandOf = (text: string): Uint8Array => Uint8Array.from(`${text}\r\n`, (letter) => letter.charCodeAt(0));

function weightOf(number: string, unit: string, state: string): Frame {
  const known = units[unit];
  if (!/^-?\d+(\.\d+)?$/.test(number)) return { error: 'other' };
  if (!known) return { error: 'unit' };
  const [display, factor] = known;
  const decimals = number.split('.')[1]?.length ?? 0;
  const stepG = rounded(factor * 10 ** -decimals) || 0.001;
  // «A» says nothing of the state
  const stable = state === 'A' ? {} : { stable: state === 'S' };
  return { weightG: rounded(Number(number) * factor), ...stable, stepG, unit: display };
}

/** MT-SICS of Mettler Toledo, and of scales that speak as they do: lines of words. */
export const mtSics: CableModel = {
  id: 'mt-sics',
  name: 'Mettler Toledo (MT-SICS)',
  stepG: 0.1,
  mostG: 60_000,
  isUntried: true,
  link: {
    serial: {
      speeds: [{ baudRate: 9600, parity: 'none' }],
      ask: { frame: commandOf('SI'), everyMs: 250 },
      tare: [commandOf('T')],
    },
  },
  framing: {
    lengthOf(bytes) {
      const end = bytes.indexOf(LF);
      if (end >= 0) return end + 1;
      return bytes.length > LONGEST ? 0 : undefined;
    },
  },
  parse(bytes): Frame {
    if (bytes.length < 3 || bytes.at(-1) !== LF || bytes.at(-2) !== CR) return { error: 'short' };
    if (bytes.length > LONGEST) return { error: 'other' };
    const [answer, state = '', number = '', unit = '', ...more] = String.fromCharCode(...bytes)
      .trim()
      .split(/ +/);
    if (answer && /^E[STL]$/.test(answer) && state === '') return { error: 'refused' };
    if (answer !== 'S' || more.length > 0) return { error: 'other' };
    if (number === '') return errors[state] ?? { error: 'other' };
    return /^[SDA]$/.test(state) ? weightOf(number, unit, state) : { error: 'other' };
  },
};
