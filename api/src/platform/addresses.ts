import type { Hosting } from '@ostatok/api/contract/hosting.ts';
import type { Messenger } from '@ostatok/tenant-runtime/contract/messengers.ts';

/** The addresses of the platform's parts; some are known only once the platform listens. */
export interface Addresses {
  /** The address at which this process reaches itself, such as http://127.0.0.1:3000. */
  platformUrl: string;
  /** The Bot API's addresses, the preferred one first. */
  telegramApiRoots: readonly string[];
  /** The address of MAX's Bot API. */
  maxApiRoot: string;
  /** The address of the chat with a bot, without the bot's username. */
  botUrlPrefixes: Record<Messenger, string>;
  /** The PostgreSQL server of the tenants' databases; path and user of this URL are replaced. */
  databaseUrl: string;
  /** The address of the owners' pages, from which tenants' links take protocol and port. */
  publicUrl: string;
  baseDomain: string;
  /** Returns what tenants reach the same services at, which may lie in another network. */
  ofTenants: (hosting: Hosting) => TenantAddresses;
}

export interface TenantAddresses {
  platformUrl: string;
  telegramApiRootOf: (tenantId: string) => string;
  databaseUrl: string;
}

/** Returns `{subdomain}.{baseDomain}`, with the port where it is not the default one. */
export function venueHost(addresses: Pick<Addresses, 'publicUrl' | 'baseDomain'>, subdomain: string): string {
  const { port } = new URL(addresses.publicUrl);
  return `${subdomain}.${addresses.baseDomain}${port ? `:${port}` : ''}`;
}

export function venueUrl(addresses: Pick<Addresses, 'publicUrl' | 'baseDomain'>, subdomain: string): string {
  return `${new URL(addresses.publicUrl).protocol}//${venueHost(addresses, subdomain)}`;
}

export const botUrl = (
  { botUrlPrefixes }: Pick<Addresses, 'botUrlPrefixes'>,
  messenger: Messenger,
  username: string,
): string => botUrlPrefixes[messenger] + encodeURIComponent(username);
