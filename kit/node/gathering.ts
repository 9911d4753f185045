const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A flood fills neither memory nor the table: so many different ones are told apart, and so many written. */
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
 * How many rows may be written yet: so many a minute, and fewer of them `afterwards`, when the day has had its measure. Nobody
 * can take rows out of a log before their time, so whoever makes them without end must not fill the disk.
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
 * Failures that are alike but for the time, within a minute, become one row; those beyond the measure are what `asOther`
 * makes of them, which is to tell their kind alone.
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
    /** Takes out what is to be written, the most frequent first. */
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
