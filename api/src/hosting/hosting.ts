import type { Hosting } from '@ostatok/api/contract/hosting.ts';

/** Where tenants run in this installation: the first is for new ones, others are left with those not yet moved. */
export type Hostings = [Hosting, ...Hosting[]];

interface HostingSettings {
  HOSTING: Hosting;
  HOSTING_BEFORE?: Hosting | undefined;
}

export const hostingsOf = ({ HOSTING, HOSTING_BEFORE }: HostingSettings): Hostings =>
  HOSTING_BEFORE === undefined || HOSTING_BEFORE === HOSTING ? [HOSTING] : [HOSTING, HOSTING_BEFORE];

/** Whether some tenants are, or may be, services of a swarm. */
export const usesSwarm = (config: HostingSettings): boolean => hostingsOf(config).includes('swarm');

/** Whether some tenants run, or may, in containers of an engine. */
export const usesContainers = (config: HostingSettings): boolean =>
  hostingsOf(config).some((hosting) => hosting !== 'process');

/** Returns where the tenant starts that was last started there; one whose host is no longer here goes where new ones do. */
export const hostingIn = (hostings: Hostings, last: Hosting | null): Hosting =>
  last && hostings.includes(last) ? last : hostings[0];
