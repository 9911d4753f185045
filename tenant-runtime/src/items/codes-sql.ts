/** Returns `[{ean}]` as jsonb, for a comparison with `codes`. */
export const having = (ean: string): string => JSON.stringify([{ ean }]);

/** Returns the condition for items by id, or for those not deleted also by any of their barcodes. */
export const byNumberOrCode = (ids: number[], eans: string[]): { sql: string; values: (number[] | string[])[] } =>
  eans.length === 0
    ? { sql: 'id = any($1)', values: [ids] }
    : {
        sql: `(id = any($1) or (deleted_at is null and (ean = any($2) or (codes <> '[]' and codes @> any($3::jsonb[])))))`,
        values: [ids, eans, eans.map(having)],
      };
