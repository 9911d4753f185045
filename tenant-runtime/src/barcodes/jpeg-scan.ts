import type { Component, Frame, Tables } from './jpeg.ts';
import type { Bits, HuffmanTable } from './jpeg-bits.ts';

export interface Scan {
  parts: { component: Component; dc: number; ac: number }[];
  /** The frequencies it brings. */
  first: number;
  last: number;
  /** The bit that earlier scans came down to (0: none has), and the one this comes down to. */
  high: number;
  low: number;
}

interface State {
  bits: Bits;
  scan: Scan;
  /** The brightness of the block before, by component. */
  before: number[];
  /** Blocks still to come that bring nothing. */
  empty: number;
}

/** Colour's coefficients are read past into this. */
const elsewhere = new Int16Array(64);

function readSequential(
  { bits, before }: State,
  into: Int16Array,
  at: number,
  part: number,
  dc: HuffmanTable,
  ac: HuffmanTable,
) {
  before[part] = (before[part] ?? 0) + bits.takeSigned(bits.word(dc) & 15);
  into[at] = before[part] ?? 0;
  for (let index = 1; index < 64; index += 1) {
    const word = bits.word(ac);
    const size = word & 15;
    index += word >> 4;
    if (size > 0) into[at + Math.min(63, index)] = bits.takeSigned(size);
    else if (word !== 0xf0) return;
  }
}

function readFirst(state: State, into: Int16Array, at: number, ac: HuffmanTable): void {
  if (state.empty > 0) {
    state.empty -= 1;
    return;
  }
  const { bits, scan } = state;
  for (let index = scan.first; index <= scan.last; index += 1) {
    const word = bits.word(ac);
    const [run, size] = [word >> 4, word & 15];
    if (size === 0 && run < 15) {
      state.empty = (1 << run) - 1 + bits.take(run);
      return;
    }
    index += run;
    if (size > 0) into[at + Math.min(63, index)] = bits.takeSigned(size) << scan.low;
  }
}

/** One more bit for a coefficient that is not zero. */
function refine(bits: Bits, into: Int16Array, at: number, low: number): void {
  if (bits.take(1)) into[at] = (into[at] ?? 0) + ((into[at] ?? 0) > 0 ? 1 << low : -(1 << low));
}

/** T.81, G.1.2.3: runs count only coefficients that are still zero; the others on the way get their next bit. */
function readRefinement(state: State, into: Int16Array, at: number, ac: HuffmanTable): void {
  const { bits, scan } = state;
  let index = scan.first;
  while (state.empty === 0 && index <= scan.last) {
    const word = bits.word(ac);
    const size = word & 15;
    let run = word >> 4;
    if (size === 0 && run < 15) {
      state.empty = (1 << run) + bits.take(run);
      break;
    }
    const value = size === 0 ? 0 : bits.take(1) ? 1 << scan.low : -(1 << scan.low);
    for (; index <= scan.last; index += 1) {
      if (into[at + index]) refine(bits, into, at + index, scan.low);
      else if (run === 0) break;
      else run -= 1;
    }
    if (value && index <= scan.last) into[at + index] = value;
    index += 1;
  }
  if (state.empty === 0) return;
  for (; index <= scan.last; index += 1) if (into[at + index]) refine(bits, into, at + index, scan.low);
  state.empty -= 1;
}

function readDc({ bits, scan, before }: State, into: Int16Array, at: number, part: number, dc?: HuffmanTable): void {
  if (scan.high > 0) {
    if (bits.take(1)) into[at] = (into[at] ?? 0) | (1 << scan.low);
    return;
  }
  if (!dc) throw new Error('no table');
  before[part] = (before[part] ?? 0) + bits.takeSigned(bits.word(dc) & 15);
  into[at] = (before[part] ?? 0) << scan.low;
}

function readBlock(state: State, frame: Frame, tables: Tables, part: number, blockAt: number): void {
  const { scan } = state;
  const named = scan.parts[part];
  const isGrey = named?.component === frame.components[0];
  const into = isGrey ? frame.coefficients : elsewhere;
  const at = isGrey ? blockAt * 64 : 0;
  const dc = tables.dc[named?.dc ?? 0];
  const ac = tables.ac[named?.ac ?? 0];
  if (frame.progressive && scan.first === 0) readDc(state, into, at, part, dc);
  else if (frame.progressive && ac) (scan.high > 0 ? readRefinement : readFirst)(state, into, at, ac);
  else if (dc && ac) readSequential(state, into, at, part, dc, ac);
  else throw new Error('no table');
}

/** Calls `visit` for every block of one unit of all the scan's components; a component alone has its blocks one by one. */
function visitUnit(frame: Frame, { parts }: Scan, unit: number, visit: (part: number, block: number) => void): void {
  const [only] = parts;
  if (parts.length === 1 && only) {
    const { blocksAcross, stride } = only.component;
    visit(0, Math.floor(unit / blocksAcross) * stride + (unit % blocksAcross));
    return;
  }
  const [row, column] = [Math.floor(unit / frame.unitsAcross), unit % frame.unitsAcross];
  parts.forEach(({ component: { across, down, stride } }, part) => {
    for (let y = 0; y < down; y += 1) {
      for (let x = 0; x < across; x += 1) visit(part, (row * down + y) * stride + column * across + x);
    }
  });
}

/** Reads a scan into the frame; where its bytes end. One of colours alone is stepped over: its bits are not looked at. */
export function readScan(bits: Bits, frame: Frame, scan: Scan, tables: Tables): number {
  const [only] = scan.parts;
  if (!scan.parts.some(({ component }) => component === frame.components[0])) return bits.position;
  const single = scan.parts.length === 1 && only ? only.component : undefined;
  const units = single ? single.blocksAcross * single.blocksDown : frame.unitsAcross * frame.unitsDown;
  const state: State = { bits, scan, before: [], empty: 0 };
  for (let unit = 0; unit < units; unit += 1) {
    if (tables.restart > 0 && unit > 0 && unit % tables.restart === 0) {
      bits.restart();
      state.before = [];
      state.empty = 0;
    }
    visitUnit(frame, scan, unit, (part, block) => readBlock(state, frame, tables, part, block));
  }
  return bits.position;
}
