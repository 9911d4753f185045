import type { SecurityRow } from './security.queries.ts';

const MINUTE_MS = 60_000;
/** A flood fills neither memory nor the table: so many different ones are told apart, and so many written a minute. */
const MOST_KEPT = 1000;
const MOST_WRITTEN = 30;
const OTHERS = 'и другие';

/** Failures of the same kind, account and origin within a minute become one row; whatever exceeds the measure, one per kind. */
export function createGathering(now: () => Date) {
  let gathered = new Map<string, SecurityRow>();
  let minute = { begun: 0, written: 0 };

  const keyOf = ({ at: _, count: __, ...rest }: SecurityRow): string => JSON.stringify(rest);
  const asOther = ({ at, event, failed, count }: SecurityRow): SecurityRow => ({
    at,
    event,
    failed,
    count,
    user_id: null,
    actor_id: null,
    subject: null,
    target: null,
    ip: null,
    device: null,
    details: OTHERS,
  });

  function put(into: Map<string, SecurityRow>, row: SecurityRow): void {
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
    add(row: SecurityRow): void {
      put(gathered, gathered.size < MOST_KEPT || gathered.has(keyOf(row)) ? row : asOther(row));
    },
    size: (): number => gathered.size,
    /** Takes out what is to be written, the most frequent first. */
    take(): SecurityRow[] {
      const rows = [...gathered.values()].sort((a, b) => b.count - a.count);
      gathered = new Map();
      const own = rows.splice(0, Math.max(0, left()));
      const others = new Map<string, SecurityRow>();
      for (const row of rows) put(others, asOther(row));
      minute.written += own.length;
      return [...own, ...others.values()];
    },
  };
}
