const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const A = 'a'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);

/** The index of a Latin letter or a digit; -1 for any other character. */
function letterOf(code: number): number {
  if (code >= A && code < A + 26) return code - A;
  return code >= ZERO && code < ZERO + 10 ? 26 + code - ZERO : -1;
}

export interface PairCount {
  /** The key of this count in alias_counts. */
  of: string;
  total: number;
  weighed: number;
}

/**
 * Counts the names that contain each pair of adjacent letters: a search for a pair has more hits than can be counted
 * while a user waits.
 */
export function createPairTally() {
  const size = LETTERS.length ** 2;
  const total = new Int32Array(size);
  const weighed = new Int32Array(size);
  /** The last name each pair was seen in: a name counts once. */
  const seenIn = new Int32Array(size);
  let name = 0;

  return {
    add(key: string, isWeighed: boolean, sign: 1 | -1): void {
      name += 1;
      let before = -1;
      for (let at = 0; at < key.length; at += 1) {
        const letter = letterOf(key.charCodeAt(at));
        const pair = before * LETTERS.length + letter;
        if (before >= 0 && letter >= 0 && seenIn[pair] !== name) {
          seenIn[pair] = name;
          total[pair] = (total[pair] ?? 0) + sign;
          if (isWeighed) weighed[pair] = (weighed[pair] ?? 0) + sign;
        }
        before = letter;
      }
    },

    counts: (): PairCount[] =>
      Array.from(total, (count, pair) => ({
        of: `has:${LETTERS[Math.floor(pair / LETTERS.length)]}${LETTERS[pair % LETTERS.length]}`,
        total: count,
        weighed: weighed[pair] ?? 0,
      })).filter((count) => count.total !== 0 || count.weighed !== 0),
  };
}
