/** The largest archive of a tenant that may be uploaded: some millions of changes take less. */
export const ARCHIVE_BYTES = 250 * 2 ** 20;
