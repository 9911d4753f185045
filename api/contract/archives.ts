/** The largest archive of a tenant that may be uploaded. */
export const ARCHIVE_BYTES = 1024 ** 3;
