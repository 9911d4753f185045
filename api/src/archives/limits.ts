const MB = 2 ** 20;

/** The most bytes that the files of an archive may have when unpacked, their workbook included. */
export const MOST_UNPACKED_BYTES = 4096 * MB;
/** The most rows of all tables: some hundred years of a busy bar. */
export const MOST_ROWS = 5_000_000;
/** The longest row: PostgreSQL holds a whole row in memory while it is read. */
export const LONGEST_ROW_BYTES = 16 * MB;
export const LONGEST_MANIFEST_BYTES = 2 * MB;
/** An archive has some twenty files; whoever packs it again may add folders and files of their own. */
export const MOST_FILES = 500;
/** How long the making and the loading of an archive may take. */
export const LONGEST_MS = 30 * 60_000;
/** How long an uploaded archive waits for the order of a tenant. */
export const KEPT_MS = 24 * 3_600_000;
/** The most archives of one owner that wait; an older one gives way. */
export const MOST_OF_OWNER = 3;
/** The most bytes of all archives that wait. */
export const MOST_KEPT_BYTES = 8 * 1024 * MB;
/** The most uploads at once. */
export const MOST_UPLOADS = 4;
/** What stays free on the disk beside an upload and its copy among the backups. */
export const SPARE_BYTES = 1024 * MB;
