/** What a backup says first of itself. */
export interface Header {
  format: 1;
  id: string;
  tenant_id: string | null;
  subdomain: string | null;
  created_at: string;
  /** Applied when it was made, in their order. */
  migrations: string[];
}

export interface TableShape {
  name: string;
  columns: string[];
}

/** What there was of a table: enough to tell whether a restored one has the same rows. */
export interface TableContents {
  name: string;
  rows: number;
  /** Exact decimals, by the numeric columns. */
  sums: Record<string, string>;
  /** Of all its rows, in whatever order. */
  digest: string;
}

export interface Sequence {
  name: string;
  last: string;
  called: boolean;
}

export const FORMAT = 1;

/** What differs, in words for the log; undefined: nothing. */
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
