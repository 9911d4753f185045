/** An id that differs for a restored database even if its name is the same. */
export const DATASET = `(select oid from pg_database where datname = current_database())::text`;
