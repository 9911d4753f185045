/** The pattern of a tenant's id, as the source of a longer regular expression. */
export const TENANT_ID = 't[a-z0-9]{10}';

const WHOLE = new RegExp(`^${TENANT_ID}$`);

export const isTenantId = (text: string): boolean => WHOLE.test(text);
