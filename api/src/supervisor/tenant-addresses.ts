import type { TenantRow } from '../platform/tables.ts';
import type { TenantSecrets } from '../platform/tenant-secrets.ts';
import type { Releases } from '../releases/releases.service.ts';
import { provesItself, type TenantAddress } from './tenant-client.ts';

export interface TenantAddressesDeps {
  secrets: Pick<TenantSecrets, 'internalOf'>;
  releases: Pick<Releases, 'isSigned' | 'noteSigned'>;
}

/** Says how a tenant is called at an endpoint: by signatures, as soon as its release was seen to take them. */
export function createTenantAddresses({ secrets, releases }: TenantAddressesDeps) {
  const at = async (
    row: Pick<TenantRow, 'version' | 'internal_secret_sealed'>,
    endpoint: string,
    release = row.version,
  ): Promise<TenantAddress> => ({
    endpoint,
    secret: secrets.internalOf(row),
    isSigned: await releases.isSigned(release),
  });

  return {
    /** `release` is what the tenant runs there, where it is not the one in its row. */
    at,
    /** The same where the host has just started the release at the endpoint: the first tenant of a release shows what it takes. */
    async ofStarted(row: TenantRow, endpoint: string, release: string): Promise<TenantAddress> {
      const address = await at(row, endpoint, release);
      if (address.isSigned || !(await provesItself(address))) return address;
      await releases.noteSigned(release);
      return { ...address, isSigned: true };
    },
  };
}
export type TenantAddresses = ReturnType<typeof createTenantAddresses>;
