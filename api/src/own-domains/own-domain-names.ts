import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { followTenants } from '../live/follow-tenants.ts';
import type { Live } from '../live/live.service.ts';
import { listDomains } from './own-domains.queries.ts';

/** How often the names are read without a reason, since a message may have been lost. */
const READ_MS = 15_000;

/** Keeps the own domains of all tenants in memory: every request is looked up by its host. */
export function createOwnDomainNames({ db, log }: { db: Knex; log: Logger }) {
  let subdomains = new Map<string, string>();

  async function read(): Promise<void> {
    subdomains = new Map((await listDomains(db)).map(({ name, subdomain }) => [name, subdomain]));
  }
  const readLater = (): void => void read().catch((error) => log.warn({ err: error }, 'own domains not read'));

  return {
    /** Returns the subdomain of the tenant whose domain it is. */
    subdomainAt: (name: string): string | undefined => subdomains.get(name),
    readLater,
    /** Follows the changes of every api process; call the returned function to stop. */
    follow: (live: Pick<Live, 'listen'>): (() => void) => followTenants(live, readLater, READ_MS),
  };
}
export type OwnDomainNames = ReturnType<typeof createOwnDomainNames>;
