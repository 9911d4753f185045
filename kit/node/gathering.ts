const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/**
 * Limits that keep a flood from filling memory or the table: how many distinct rows are kept, and how many are written.
 */
const MOST_KEPT = 1000;
const MOST_WRITTEN = { minute: 30, day: 2000, afterwards: 3 };

interface Gathered {
  at: Date;
  count: number;
}

interface Span {
  ms: number;
  begun: number;
  written: number;
}

/**
 * Limits the rows written per minute; once the day's limit is reached, only `afterwards` rows a minute are allowed.
 * Rows cannot be removed from a log early, so a flood of them must not fill the disk.
 */
export function createRowBudget(now: () => Date, most: typeof MOST_WRITTEN) {
  let [minute, day] = [MINUTE_MS, DAY_MS].map((ms) => ({ ms, begun: 0, written: 0 })) as [Span, Span];
  const renewed = (span: Span): Span => {
    const at = now().getTime();
    return Math.abs(at - span.begun) >= span.ms ? { ...span, begun: at, written: 0 } : span;
  };
  return {
    left(): number {
      [minute, day] = [renewed(minute), renewed(day)];
      return Math.max(0, (day.written < most.day ? most.minute : most.afterwards) - minute.written);
    },
    use(rows: number): void {
      minute.written += rows;
      day.written += rows;
    },
  };
}

/**
 * Merges failures that differ only in time into one row a minute; rows over the limit are replaced by `asOther`, which
 * keeps only their kind.
 */
export function createGathering<Row extends Gathered>(now: () => Date, asOther: (row: Row) => Row) {
  let gathered = new Map<string, Row>();
  const budget = createRowBudget(now, MOST_WRITTEN);

  const keyOf = ({ at: _, count: __, ...rest }: Row): string => JSON.stringify(rest);

  function put(into: Map<string, Row>, row: Row): void {
    const key = keyOf(row);
    const known = into.get(key);
    if (known) known.count += row.count;
    else into.set(key, row);
  }

  return {
    add(row: Row): void {
      put(gathered, gathered.size < MOST_KEPT || gathered.has(keyOf(row)) ? row : asOther(row));
    },
    /** Removes and returns the rows to write, the most frequent first. */
    take(): Row[] {
      const rows = [...gathered.values()].sort((a, b) => b.count - a.count);
      gathered = new Map();
      const own = rows.splice(0, budget.left());
      const others = new Map<string, Row>();
      for (const row of rows) put(others, asOther(row));
      budget.use(own.length);
      return [...own, ...others.values()];
    },
  };
}
