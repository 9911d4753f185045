/**
 * The header of a refusal by a tenant that is about to end. It promises that nothing of the request was processed, so
 * whoever sent it may send it again to the tenant's next process.
 */
export const UNPROCESSED_HEADER = 'x-ostatok-unprocessed';
