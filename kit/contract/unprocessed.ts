/**
 * The header of a refusal by a tenant that is about to end. It promises that nothing of the request was processed, so
 * whoever sent it may send it again to the tenant's next process.
 */
export const UNPROCESSED_HEADER = 'x-ostatok-unprocessed';

/**
 * The header by which the ingress names the tenant that a request is for. An address may have passed to another tenant:
 * that one refuses it unprocessed.
 */
export const TENANT_HEADER = 'x-ostatok-tenant';
