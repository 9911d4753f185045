/**
 * Measures how well a photo confirms a code that a decoder saw in it. Decoders judge one row of pixels by thresholds,
 * and a blurred digit can then look like another. Here the code, drawn as sharp as the photo is, is laid over several
 * rows together and has to fit clearly better than any other valid code.
 */

import { type Drawing, digitPatterns, type Reading } from './barcode-patterns.ts';
import { brightnessAt, type GreyImage, type Point } from './grey-image.ts';

/** The corners of the part that a decoder saw, in the order in which the code is read. */
export interface Corners {
  topLeft: Point;
  topRight: Point;
  bottomLeft: Point;
  bottomRight: Point;
}

/** Points along a row for each module. */
const FINE = 4;
/** Modules examined on either side of the code. */
const QUIET = 8;
/** Points by which a boundary may differ from its position on a flat label, because bottles are round. */
const WANDER = 14;
/** Points by which a digit may be wider or narrower than its neighbours suggest. */
const STRETCH = 3;
const STRETCH_COST = 0.05;
/** Blur in modules. */
const BLURS = [0.25, 0.45, 0.7, 1];
/** The rows examined, in pixels from their even spread over the seen part. */
const ROWS = [-4, -2, 0, 2, 4];

function rowOf(image: GreyImage, from: Point, to: Point, modules: number): Float32Array {
  const step = { x: (to.x - from.x) / (modules * FINE), y: (to.y - from.y) / (modules * FINE) };
  return Float32Array.from({ length: (modules + 2 * QUIET) * FINE }, (_, at) => {
    const along = at + 0.5 - QUIET * FINE;
    return brightnessAt(image, from.x + step.x * along, from.y + step.y * along);
  });
}

/** Applies `pick` to the neighbourhood of each value. */
function around(row: Float32Array, pick: (near: Float32Array) => number): Float32Array {
  const reach = 6 * FINE;
  return row.map((_, at) => pick(row.subarray(Math.max(0, at - reach), at + reach + 1)));
}

const least = (near: Float32Array): number => near.reduce((a, b) => Math.min(a, b));
const most = (near: Float32Array): number => near.reduce((a, b) => Math.max(a, b));
const mean = (near: Float32Array): number => near.reduce((a, b) => a + b) / near.length;

/** Returns 1 for black and 0 for white, relative to the black and white nearby, because light is never even. */
function darknessOf(row: Float32Array): Float32Array {
  const black = around(around(row, least), mean);
  const white = around(around(row, most), mean);
  return row.map((value, at) => {
    const paper = white[at] ?? 0;
    const dark = (paper - value) / Math.max(8, paper - (black[at] ?? 0));
    return Math.max(-0.2, Math.min(1.2, dark));
  });
}

/** Points of a drawn segment for each module. */
const DRAWN = 8;
const drawn = new Map<string, Float32Array>();

/** Draws a segment with blur; the module beside each edge has the opposite colour. */
function draw(bits: string, blur: number): Float32Array {
  const key = `${bits} ${blur}`;
  const known = drawn.get(key);
  if (known) return known;
  const opposite = (bit = '0'): number => (bit === '0' ? 1 : 0);
  const modules = [opposite(bits[0]), ...[...bits].map(Number), opposite(bits.at(-1))];
  const made = Float32Array.from({ length: bits.length * DRAWN + 1 }, (_, at) => {
    let sum = 0;
    let weights = 0;
    for (let off = -2.5; off <= 2.5; off += 0.2) {
      const weight = Math.exp((-off * off) / 2);
      const module = Math.max(0, Math.min(modules.length - 1, Math.floor(at / DRAWN + 1 + off * blur)));
      sum += weight * (modules[module] ?? 0);
      weights += weight;
    }
    return sum / weights;
  });
  drawn.set(key, made);
  return made;
}

/**
 * Returns the sum of squared differences between the row from `left` to `right` and a drawn segment, as if it had its
 * even width.
 */
function misfit(dark: Float32Array, left: number, right: number, segment: Float32Array): number {
  const scale = (segment.length - 1) / (right - left);
  let sum = 0;
  for (let at = left; at < right; at += 1) {
    const difference = (dark[at] ?? 0) - (segment[Math.round((at + 0.5 - left) * scale)] ?? 0);
    sum += difference * difference;
  }
  return (sum * scale * FINE) / DRAWN;
}

interface Fit {
  cost: number;
  /** Where the segments begin and the last one ends, in points. */
  bounds: number[];
  blur: number;
}

/** Places the segments on the row where they fit best; the bounds are found by dynamic programming. */
function lay(dark: Float32Array, patterns: string[], blur: number): Fit {
  const places = 2 * WANDER + 1;
  const flat = [QUIET * FINE - WANDER];
  for (const { length } of patterns) flat.push((flat.at(-1) ?? 0) + length * FINE);
  let costs = new Float32Array(places);
  const cameFrom = patterns.map((bits, at) => {
    const segment = draw(bits, blur);
    const next = new Float32Array(places).fill(Number.POSITIVE_INFINITY);
    const from = new Uint8Array(places);
    for (let begin = 0; begin < places; begin += 1) {
      for (let end = Math.max(0, begin - STRETCH); end <= Math.min(places - 1, begin + STRETCH); end += 1) {
        const own = misfit(dark, (flat[at] ?? 0) + begin, (flat[at + 1] ?? 0) + end, segment);
        const cost = (costs[begin] ?? 0) + own + STRETCH_COST * (end - begin) ** 2;
        if (cost >= (next[end] ?? 0)) continue;
        next[end] = cost;
        from[end] = begin;
      }
    }
    costs = next;
    return from;
  });
  const cost = least(costs);
  let place = costs.indexOf(cost);
  const bounds = [(flat[patterns.length] ?? 0) + place];
  for (let at = patterns.length - 1; at >= 0; at -= 1) {
    place = cameFrom[at]?.[place] ?? 0;
    bounds.unshift((flat[at] ?? 0) + place);
  }
  return { cost, bounds, blur };
}

/**
 * Returns, for the place of every digit, the cost of each way to draw a digit there; its bounds may move a point to
 * either side.
 */
function costsOfDigits(dark: Float32Array, { symbology }: Drawing, { bounds, blur }: Fit): Float32Array[] {
  const places = symbology.segments.flatMap((guard, at) => (guard === null ? [at] : []));
  return places.map((at) =>
    Float32Array.from(digitPatterns, (bits) => {
      const segment = draw(bits, blur);
      let lowest = Number.POSITIVE_INFINITY;
      for (const begin of [-1, 0, 1]) {
        for (const end of [-1, 0, 1]) {
          const cost = misfit(dark, (bounds[at] ?? 0) + begin, (bounds[at + 1] ?? 0) + end, segment);
          lowest = Math.min(lowest, cost);
        }
      }
      return lowest;
    }),
  );
}

/** Points on either side that must be paper: less than is printed, because labels are cut short. */
const PAPER = 6 * FINE;

/** Returns the darkest module right before or after the code: if it is dark, this is a piece of a longer code. */
function unrest(dark: Float32Array, { bounds }: Fit): number {
  const [begin = 0, end = 0] = [bounds[0], bounds.at(-1)];
  let darkest = 0;
  for (let off = 0; off + FINE <= PAPER; off += 1) {
    const before = dark.subarray(Math.max(0, begin - off - FINE), Math.max(1, begin - off));
    const after = dark.subarray(Math.min(end + off, dark.length - 1), end + off + FINE);
    darkest = Math.max(darkest, mean(before), mean(after));
  }
  return darkest;
}

/** Returns the average costs of a photo's rows. */
function costsOf(image: GreyImage, drawing: Drawing, { topLeft, topRight, bottomLeft, bottomRight }: Corners) {
  const { modules } = drawing.symbology;
  const length = Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
  const across = { x: (topLeft.y - topRight.y) / length, y: (topRight.x - topLeft.x) / length };
  let blurs = BLURS;
  let unquiet = 0;
  const rows = ROWS.map((offset, at) => {
    const share = (at + 0.5) / ROWS.length;
    const between = (top: Point, bottom: Point): Point => ({
      x: top.x + (bottom.x - top.x) * share + across.x * offset,
      y: top.y + (bottom.y - top.y) * share + across.y * offset,
    });
    const dark = darknessOf(rowOf(image, between(topLeft, bottomLeft), between(topRight, bottomRight), modules));
    const fits = blurs.map((blur) => lay(dark, drawing.patterns, blur));
    const best = fits.reduce((a, b) => (b.cost < a.cost ? b : a));
    // Neighbouring rows are equally sharp.
    blurs = [best.blur];
    unquiet += unrest(dark, best) / ROWS.length;
    return costsOfDigits(dark, drawing, best);
  });
  const [first = [], ...others] = rows;
  const costs = first.map((costs, place) =>
    costs.map((cost, way) => others.reduce((sum, row) => sum + (row[place]?.[way] ?? 0), cost) / ROWS.length),
  );
  return { costs, unquiet };
}

/** Returns the angle, from 0 to a right angle, between the rows and the direction across the bars. */
function slantOf(image: GreyImage, { topLeft, topRight, bottomLeft, bottomRight }: Corners): number {
  const from = { x: (topLeft.x + bottomLeft.x) / 2, y: (topLeft.y + bottomLeft.y) / 2 };
  const [dx, dy] = [(topRight.x + bottomRight.x) / 2 - from.x, (topRight.y + bottomRight.y) / 2 - from.y];
  const points = Math.ceil(Math.hypot(dx, dy));
  let [xx, xy, yy] = [0, 0, 0];
  for (let at = 0; at <= points; at += 1) {
    const [x, y] = [from.x + (dx * at) / points, from.y + (dy * at) / points];
    const gx = brightnessAt(image, x + 1, y) - brightnessAt(image, x - 1, y);
    const gy = brightnessAt(image, x, y + 1) - brightnessAt(image, x, y - 1);
    xx += gx * gx;
    xy += gx * gy;
    yy += gy * gy;
  }
  const across = Math.atan2(2 * xy, xx - yy) / 2;
  return Math.abs(Math.atan(Math.tan(Math.atan2(dy, dx) - across)));
}

interface Written {
  digits: string;
  cost: number;
}

/**
 * Returns, for one reading, the likeliest digits with a valid check sum, and the likeliest other than `known`. For each
 * partial sum (of ten), and for each answer to whether the digits so far are those of `known`, only the cheapest path
 * is kept.
 */
function likeliest(costs: Float32Array[], reading: Reading, known: string): Written[] {
  const { before, after, sets, weights, sum, last } = reading;
  const own = known.startsWith(before) && known.endsWith(after) ? known.slice(before.length) : '';
  let states: (Written | undefined)[] = Array(20);
  states[own ? 10 : 0] = { digits: '', cost: 0 };
  sets.forEach((set, place) => {
    const next: typeof states = Array(20);
    const digits = place === sets.length - 1 && last ? last : [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    states.forEach((state, key) => {
      if (!state) return;
      for (const digit of digits) {
        const cost = state.cost + (costs[place]?.[set + digit] ?? 0);
        const same = key >= 10 && own[place] === String(digit) ? 10 : 0;
        const to = same + ((key + digit * (weights[place] ?? 0)) % 10);
        if (cost < (next[to]?.cost ?? Number.POSITIVE_INFINITY)) next[to] = { digits: state.digits + digit, cost };
      }
    });
    states = next;
  });
  const ends = [states[sum], states[sum + 10]];
  return ends.flatMap((end) => (end ? [{ digits: before + end.digits + after, cost: end.cost }] : []));
}

/** Returns the cost of the digits without a valid check digit. */
function unchecked(costs: Float32Array[], { readings }: Drawing['symbology']): number {
  const ways = readings.map(({ sets }) =>
    sets.reduce((sum, set, place) => sum + least(costs[place]?.subarray(set, set + 10) ?? new Float32Array([0])), 0),
  );
  return Math.min(...ways);
}

export interface Evidence {
  /**
   * By how much the likeliest other code fits worse, as a share of this one's misfit; below 0 the other fits better.
   */
  lead: number;
  /** The likeliest other code, as it is written beside its bars. */
  other: string;
  /** By how much it fits worse than the best digits without a valid check sum: a misprinted code is not a code. */
  strain: number;
  /** The darkness beside the code, from 0 (paper) to 1 (ink). */
  unquiet: number;
  /** The angle in radians by which the rows differ from crossing the bars squarely. */
  slant: number;
}

export function evidenceFor(image: GreyImage, drawing: Drawing, corners: Corners): Evidence {
  const { costs, unquiet } = costsOf(image, drawing, corners);
  const all = drawing.symbology.readings.flatMap((reading) => likeliest(costs, reading, drawing.digits));
  const own = all.find(({ digits }) => digits === drawing.digits)?.cost ?? Number.POSITIVE_INFINITY;
  const others = all.filter(({ digits }) => digits !== drawing.digits);
  const other = others.reduce((a, b) => (b.cost < a.cost ? b : a));
  const strain = own / unchecked(costs, drawing.symbology) - 1;
  return { strain, lead: other.cost / own - 1, other: other.digits, unquiet, slant: slantOf(image, corners) };
}
