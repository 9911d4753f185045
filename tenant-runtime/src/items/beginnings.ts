/** Indexes texts with their places, to find those with a given beginning without a full scan. */
export function createBeginnings(texts: Iterable<readonly [text: string, place: number]>) {
  const sorted = [...texts].sort(([a], [b]) => (a < b ? -1 : Number(a > b)));

  function firstFrom(beginning: string): number {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sorted[middle]?.[0] as string) < beginning) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Returns the matches in the order of the texts. */
  return (beginning: string): (readonly [text: string, place: number])[] => {
    const from = firstFrom(beginning);
    let to = from;
    while (sorted[to]?.[0].startsWith(beginning)) to += 1;
    return sorted.slice(from, to);
  };
}
