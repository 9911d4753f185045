import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Addresses } from '../platform/addresses.ts';
import { hostNameOf, subdomainOf } from '../platform/venue-host.ts';
import { createIngress, type IngressDeps } from './builtin-proxy.ts';
import type { IsTrusted } from './trusted-proxies.ts';

export interface IngressModuleDeps {
  addresses: Addresses;
  supportEmail: string;
  findVenue: IngressDeps['findVenue'];
  countAnswer: IngressDeps['countAnswer'];
  runtime: Pick<IngressDeps, 'endpointOf' | 'endpointIfAwake' | 'markUnreachable' | 'begin' | 'end'>;
  /** Tells the proxies whose X-Forwarded-For is believed. */
  isTrusted: IsTrusted;
  ownDomainNames: { subdomainAt: (name: string) => string | undefined };
  log: Logger;
}

/** The way from the visitors of tenants' own addresses to their processes. */
export function createIngressModule({ addresses, runtime, ownDomainNames, ...deps }: IngressModuleDeps) {
  const { publicUrl } = addresses;
  const subdomainAt = (host: string | undefined): string | undefined =>
    subdomainOf(host, addresses.baseDomain) ?? ownDomainNames.subdomainAt(hostNameOf(host));
  const protocol = new URL(publicUrl).protocol.slice(0, -1);
  return { services: { ingress: createIngress({ ...deps, ...runtime, subdomainAt, publicUrl, protocol }) } };
}
