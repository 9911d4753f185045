/**
 * The address and headers that reach a tenant. Browsers know that every name under `.localhost` is this machine; Node
 * asks the resolver, which often does not, so the name goes into the Host header instead.
 */
export function venueAddress(url: string): { origin: string; headers: Record<string, string> } {
  const { protocol, host, hostname, port } = new URL(url);
  if (!hostname.endsWith('.localhost')) return { origin: `${protocol}//${host}`, headers: {} };
  return { origin: `${protocol}//127.0.0.1${port ? `:${port}` : ''}`, headers: { host } };
}
