/**
 * One writer at a time gives items barcodes or makes items with a client's key, until its transaction ends: no index sees
 * both `ean` and `codes`. Taken before any item is locked.
 */
export const LOCK_CODES = `select pg_advisory_xact_lock(hashtext('items.codes'))`;

/** `[{ean}]` as jsonb compares it with `codes`. */
export const having = (ean: string): string => JSON.stringify([{ ean }]);

/** The condition of items by number, or of living ones by any of their barcodes. */
export const byNumberOrCode = (ids: number[], eans: string[]): { sql: string; values: (number[] | string[])[] } =>
  eans.length === 0
    ? { sql: 'id = any($1)', values: [ids] }
    : {
        sql: `(id = any($1) or (deleted_at is null and (ean = any($2) or (codes <> '[]' and codes @> any($3::jsonb[])))))`,
        values: [ids, eans, eans.map(having)],
      };
