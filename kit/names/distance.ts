/** Compares codes of words letter by letter, with cheap confusions: vowels, voiced and voiceless pairs. */
const VOWELS = 'aeiou';
const PAIRS = ['bp', 'bv', 'dt', 'gk', 'gh', 'vf', 'sz', 'jz', 'jc', 'sc', 'kc', 'hk', 'uv', 'ji'];
const CHEAP = 0.4;
const CLOSE = 0.5;
/** Longer codes are compared by their first 40 characters. */
const MAX_CODE = 40;

/** Costs by letters, at `first * 128 + second`; a letter beyond ASCII costs 1. */
const substitutions = new Float64Array(128 * 128).fill(1);
const singles = new Float64Array(128).fill(1);
for (const a of VOWELS) {
  singles[a.charCodeAt(0)] = CHEAP;
  for (const b of VOWELS) substitutions[a.charCodeAt(0) * 128 + b.charCodeAt(0)] = CHEAP;
}
for (const pair of PAIRS) {
  const [a, b] = [pair.charCodeAt(0), pair.charCodeAt(1)];
  substitutions[a * 128 + b] = CLOSE;
  substitutions[b * 128 + a] = CLOSE;
}
const substitution = (a: number, b: number): number =>
  a < 128 && b < 128 ? (substitutions[a * 128 + b] as number) : 1;
const single = (a: number): number => (a < 128 ? (singles[a] as number) : 1);

/** A code of `soundOf` prepared for comparing: its letters and which of them occur. */
export interface Letters {
  letters: Uint16Array;
  occurring: number;
}

export function lettersOf(code: string): Letters {
  const letters = Uint16Array.from(code.slice(0, MAX_CODE), (letter) => letter.charCodeAt(0));
  return { letters, occurring: letters.reduce((mask, letter) => mask | (1 << (letter & 31)), 0) };
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

const rows = [0, 1, 2].map(() => new Float64Array(MAX_CODE + 1));

/**
 * Compares both from their first letters. Returns the cost of all of `a` against each beginning of `b`, or undefined
 * beyond `limit`.
 */
function compare(a: Letters, b: Letters, limit: number): Float64Array | undefined {
  const [m, n] = [a.letters.length, b.letters.length];
  let [before, last, row] = rows as [Float64Array, Float64Array, Float64Array];
  last[0] = 0;
  for (let j = 1; j <= n; j += 1) last[j] = (last[j - 1] as number) + single(b.letters[j - 1] as number);
  for (let i = 1; i <= m; i += 1) {
    const x = a.letters[i - 1] as number;
    const dropX = single(x);
    let best = (last[0] as number) + dropX;
    row[0] = best;
    for (let j = 1; j <= n; j += 1) {
      const y = b.letters[j - 1] as number;
      let cost = (last[j - 1] as number) + (x === y ? 0 : substitution(x, y));
      cost = Math.min(cost, (last[j] as number) + dropX, (row[j - 1] as number) + single(y));
      if (i > 1 && j > 1 && x === b.letters[j - 2] && y === a.letters[i - 2]) {
        cost = Math.min(cost, (before[j - 2] as number) + CLOSE);
      }
      row[j] = cost;
      if (cost < best) best = cost;
    }
    if (best > limit) return undefined;
    [before, last, row] = [last, row, before];
  }
  return last;
}

/**
 * Returns the cost of turning one code into the other, 0 for the same; beyond `limit` it stops and returns Infinity.
 */
export function distance(a: Letters, b: Letters, limit: number): number {
  const [m, n] = [a.letters.length, b.letters.length];
  // Every letter that only one of them has takes part in an edit, and one edit can resolve two such letters.
  if (Math.abs(m - n) * CHEAP > limit || (bits(a.occurring ^ b.occurring) / 2) * CHEAP > limit)
    return Number.POSITIVE_INFINITY;
  const cost = compare(a, b, limit)?.[n] ?? Number.POSITIVE_INFINITY;
  return cost <= limit ? cost : Number.POSITIVE_INFINITY;
}

/** Returns the same cost for `a` and the most similar beginning of `b`, for a word that is still being typed. */
export function distanceToBeginning(a: Letters, b: Letters, limit: number): number {
  if (bits(a.occurring & ~b.occurring) * CHEAP > limit) return Number.POSITIVE_INFINITY;
  const costs = compare(a, b, limit)?.subarray(0, b.letters.length + 1);
  const cost = costs ? Math.min(...costs) : Number.POSITIVE_INFINITY;
  return cost <= limit ? cost : Number.POSITIVE_INFINITY;
}
