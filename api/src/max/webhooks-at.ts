/** Returns the address that MAX brings events below; undefined where it would not: it wants https on the usual port. */
export function maxWebhooksAt(publicUrl: string): string | undefined {
  const { protocol, port } = new URL(publicUrl);
  return protocol === 'https:' && port === '' ? publicUrl : undefined;
}
