import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Live } from '../live/live.service.ts';
import type { Addresses } from '../platform/addresses.ts';
import { EVERY_MINUTE } from '../platform/jobs.ts';
import { createCertificates } from './certificates.service.ts';
import { createChallengeAnswers } from './challenges.ts';
import type { OwnDomainNames } from './own-domain-names.ts';
import { ownDomainsRoutes } from './own-domains.routes.ts';
import { createOwnDomains } from './own-domains.service.ts';

interface OwnDomainsModuleDeps {
  db: Knex;
  lockPool: Knex;
  secrets: Secrets;
  addresses: Addresses;
  /** Further names of the platform's own pages. */
  ownNames: string[];
  activity: Pick<Activity, 'record'>;
  live: Pick<Live, 'listen'>;
  ownDomainNames: OwnDomainNames;
  /** The directory of the authority; absent where somebody else keeps the certificates of own domains. */
  directory: string | undefined;
  publishSites: () => Promise<void>;
  onChange: (tenantId: string) => void;
  log: Logger;
  now: () => Date;
}

/** Domains of tenants besides their subdomains, and the certificates of these. */
export function createOwnDomainsModule(deps: OwnDomainsModuleDeps) {
  const { addresses, ownNames, ownDomainNames, directory, onChange, log } = deps;
  const names = [new URL(addresses.publicUrl).hostname, addresses.baseDomain, ...ownNames];
  const isOurs = (name: string): boolean => names.includes(name) || name.endsWith(`.${addresses.baseDomain}`);
  const certificates = directory ? createCertificates({ ...deps, directory, onIssued: onChange }) : undefined;
  const orderLater = (): void =>
    void certificates?.run().catch((error) => log.error({ err: error }, 'certificates not ordered'));
  return {
    services: { certificates, challengeAnswers: createChallengeAnswers(deps) },
    routes: [ownDomainsRoutes(createOwnDomains({ ...deps, isOurs }), orderLater)],
    jobs: certificates ? [{ name: 'own-certificates', cron: EVERY_MINUTE, run: certificates.run }] : [],
    watches: [{ name: 'own domains', start: () => ownDomainNames.follow(deps.live) }],
  };
}
