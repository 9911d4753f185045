/**
 * The exit code of a tenant whose migrations did not get a table in time, since others use it, as a backup does: it is to be
 * tried again later, and nothing is wrong with its release. It is EX_TEMPFAIL of sysexits.
 */
export const TABLES_BUSY_EXIT = 75;
