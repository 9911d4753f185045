const MINUTE_MS = 60_000;
/** A flood fills neither memory nor the table: so many different ones are told apart, and so many written a minute. */
const MOST_KEPT = 1000;
const MOST_WRITTEN = 30;

interface Gathered {
  at: Date;
  count: number;
}

/**
 * Failures that are alike but for the time, within a minute, become one row; those beyond the measure are what `asOther`
 * makes of them, which is to tell their kind alone.
 */
export function createGathering<Row extends Gathered>(now: () => Date, asOther: (row: Row) => Row) {
  let gathered = new Map<string, Row>();
  let minute = { begun: 0, written: 0 };

  const keyOf = ({ at: _, count: __, ...rest }: Row): string => JSON.stringify(rest);

  function put(into: Map<string, Row>, row: Row): void {
    const key = keyOf(row);
    const known = into.get(key);
    if (known) known.count += row.count;
    else into.set(key, row);
  }

  function left(): number {
    const at = now().getTime();
    if (Math.abs(at - minute.begun) >= MINUTE_MS) minute = { begun: at, written: 0 };
    return MOST_WRITTEN - minute.written;
  }

  return {
    add(row: Row): void {
      put(gathered, gathered.size < MOST_KEPT || gathered.has(keyOf(row)) ? row : asOther(row));
    },
    /** Takes out what is to be written, the most frequent first. */
    take(): Row[] {
      const rows = [...gathered.values()].sort((a, b) => b.count - a.count);
      gathered = new Map();
      const own = rows.splice(0, Math.max(0, left()));
      const others = new Map<string, Row>();
      for (const row of rows) put(others, asOther(row));
      minute.written += own.length;
      return [...own, ...others.values()];
    },
  };
}
