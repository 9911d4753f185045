/** Where things are; some of it is known only once the platform listens. */
export interface Addresses {
  /** How a tenant process reaches the platform, as http://127.0.0.1:3000. */
  platformUrl: string;
  telegramApiRoot: string;
  /** Where people write to a bot, up to its username. */
  botUrlPrefix: string;
  /** The PostgreSQL server that tenants' databases are on; its path and user are replaced. */
  databaseUrl: string;
  /** The pages' own address; gives tenants' links their protocol and port. */
  publicUrl: string;
  baseDomain: string;
}

/** `{subdomain}.{baseDomain}` with the port where it is not the usual one. */
export function venueHost(addresses: Pick<Addresses, 'publicUrl' | 'baseDomain'>, subdomain: string): string {
  const { port } = new URL(addresses.publicUrl);
  return `${subdomain}.${addresses.baseDomain}${port ? `:${port}` : ''}`;
}

export function venueUrl(addresses: Pick<Addresses, 'publicUrl' | 'baseDomain'>, subdomain: string): string {
  return `${new URL(addresses.publicUrl).protocol}//${venueHost(addresses, subdomain)}`;
}

export const botUrl = ({ botUrlPrefix }: Pick<Addresses, 'botUrlPrefix'>, username: string): string =>
  botUrlPrefix + encodeURIComponent(username);
