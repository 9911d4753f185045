import { beginsWith, viewOf } from './bytes.ts';
import type { CableModel, Frame } from './scale-model.ts';

const SHORT_ANSWER = 2;
const ANSWER = 5;
const NEGATIVE_16 = 0x8000;
const NEGATIVE_24 = 0x800000;
const STABLE = [0x80, 0xc0];
const CHANGING = 0x00;
const DIVISIONS_G: Partial<Record<number, number>> = { 0: 1, 1: 0.1, 4: 10, 5: 100 };

function weightOf(steps: number, sign: number, stepG: number): number {
  const size = steps & (sign - 1);
  const weightG = stepG < 1 ? size / 10 : size * stepG;
  return steps & sign ? -weightG : weightG;
}

/** Massa-K «Протокол 2» of older scales, by its layout: `state division weight(u24)`, or the weight alone; no checksum. */
export const massaK2: CableModel = {
  id: 'massa-k-2',
  name: 'Масса-К, протокол 2',
  stepG: 1,
  mostG: 60_000,
  isUntried: true,
  link: {
    serial: {
      speeds: [{ baudRate: 4800, parity: 'even' }],
      ask: { frame: Uint8Array.of(0x4a), everyMs: 300 },
      tare: [Uint8Array.of(0x0e)],
    },
  },
  framing: {
    lengthOf([state, division]) {
      if (state === undefined || !(STABLE.includes(state) || state === CHANGING)) return 0;
      return division !== undefined && DIVISIONS_G[division] === undefined ? 0 : ANSWER;
    },
  },
  parse(bytes): Frame {
    const view = viewOf(bytes);
    if (bytes.length === SHORT_ANSWER) return { weightG: weightOf(view.getUint16(0, true), NEGATIVE_16, 1), unit: 'g' };
    if (bytes.length < ANSWER) return { error: 'short' };
    const [state = 0, division = -1] = bytes;
    const stepG = DIVISIONS_G[division];
    const isKnown = STABLE.includes(state) || state === CHANGING;
    if (bytes.length !== ANSWER || stepG === undefined || !isKnown) return { error: 'other' };
    const weightG = weightOf(view.getUint32(1, true) >>> 8, NEGATIVE_24, stepG);
    return { weightG, stable: state !== CHANGING, stepG, unit: 'g' };
  },
};

/** Massa-K MK(S) in the mode «печать»: it sends `55aa weight(u16) sign` by itself when the weight has settled. */
export const massaKPrint: CableModel = {
  id: 'massa-k-print',
  name: 'Масса-К МК, режим печати',
  stepG: 1,
  mostG: 60_000,
  isUntried: true,
  link: { serial: { speeds: [{ baudRate: 4800, parity: 'even' }] } },
  framing: {
    lengthOf: ([first, second]) => (first !== 0x55 || (second !== undefined && second !== 0xaa) ? 0 : ANSWER),
  },
  parse(bytes): Frame {
    if (bytes.length < ANSWER) return { error: 'short' };
    const sign = bytes[4];
    if (bytes.length !== ANSWER || !beginsWith(bytes, 0x55, 0xaa) || (sign !== 0 && sign !== 0x80))
      return { error: 'other' };
    const weightG = viewOf(bytes).getUint16(2, true);
    return { weightG: sign ? -weightG : weightG, stable: true, unit: 'g' };
  },
};
