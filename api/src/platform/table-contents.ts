export interface TableShape {
  name: string;
  columns: string[];
}

/** A summary of a table's contents, enough to check that a restored one has the same rows. */
export interface TableContents {
  name: string;
  rows: number;
  /** The sum of each numeric column, as an exact decimal. */
  sums: Record<string, string>;
  /** A digest of all rows that does not depend on their order. */
  digest: string;
}

export interface Sequence {
  name: string;
  last: string;
  called: boolean;
}

/** Returns the difference as text for the log, or undefined when there is none. */
export function differenceOf(expected: TableContents[], found: TableContents[]): string | undefined {
  const byName = new Map(found.map((table) => [table.name, table]));
  for (const table of expected) {
    const other = byName.get(table.name);
    if (!other) return `${table.name}: missing`;
    if (other.rows !== table.rows) return `${table.name}: ${other.rows} rows of ${table.rows}`;
    const sum = Object.keys(table.sums).find((column) => table.sums[column] !== other.sums[column]);
    if (sum) return `${table.name}.${sum}: ${other.sums[sum]} instead of ${table.sums[sum]}`;
    if (other.digest !== table.digest) return `${table.name}: rows differ`;
  }
  return undefined;
}
