/**
 * The advisory locks of a tenant's database. There is one: with a second, the order in which a transaction takes them
 * must be said here.
 */

/**
 * Allows one writer at a time to give items barcodes or to make items with a client's key, until its transaction ends,
 * because no index covers both `ean` and `codes`. It is taken before any item is locked.
 */
export const LOCK_CODES = `select pg_advisory_xact_lock(hashtext('items.codes'))`;
