/** What the keys of own domains are sealed for. */
export const CERTIFICATE_KEY = 'certificate-key';
export const ACCOUNT_KEY = 'acme-account-key';
