import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import { type ArchivesModuleDeps, createArchivesModule } from '../archives/module.ts';
import { createIngressModule, type IngressModuleDeps } from '../ingress/module.ts';
import type { Jobs } from '../platform/jobs.ts';
import { createSharedStore } from '../platform/rate-limits.ts';
import { createTenantSecrets } from '../platform/tenant-secrets.ts';
import { createProvisioningModule, type ProvisioningDeps } from '../provisioning/module.ts';
import { createSupervisorModule, type SupervisorDeps } from '../supervisor/module.ts';
import { createSupportModule, type SupportDeps } from '../support/module.ts';
import { createBotStates } from '../telegram/bot-states.service.ts';
import { createTenantRemovalModule, type TenantRemovalDeps } from '../tenant-removal/module.ts';
import { createTenantsModule } from '../tenants/module.ts';
import type { Module } from './module.ts';

type FromPlatform<Deps, FromRooms extends keyof Deps> = Omit<Deps, FromRooms | 'secrets'>;

/** What the platform gives to the rooms of tenants; what one room needs of another is handed on below. */
export type TenantModulesOptions = FromPlatform<SupervisorDeps, 'botStates' | 'suspend'> &
  FromPlatform<TenantRemovalDeps, 'runtime' | 'host' | 'enforcement'> &
  FromPlatform<
    ProvisioningDeps,
    | 'attemptStore'
    | 'runtime'
    | 'enforcement'
    | 'databases'
    | 'archives'
    | 'isReserved'
    | 'enqueue'
    | 'expectOwn'
    | 'ownerOf'
  > &
  FromPlatform<SupportDeps, 'runtime'> &
  Pick<IngressModuleDeps, 'isTrusted' | 'ownDomainNames'> &
  Pick<ArchivesModuleDeps, 'storage' | 'backupKeys' | 'measureDisk'> & {
    secrets: Secrets;
    jobs: Pick<Jobs, 'enqueueProvision'>;
  };

/** Creates the rooms of tenants in the order of their dependencies. */
export function createTenantModules(options: TenantModulesOptions) {
  const { db } = options;
  const shared = {
    ...options,
    secrets: createTenantSecrets(options.secrets),
    attemptStore: createSharedStore(options),
    onChange(tenantId: string): void {
      tenants.services.directory.forget();
      options.onChange(tenantId);
    },
  };
  const supervisor = createSupervisorModule({
    ...shared,
    botStates: createBotStates({ db }),
    suspend: (id, why) => tenants.services.adminTenants.setStatus(null, id, 'suspended', undefined, why),
  });
  const { runtime } = supervisor.services;
  const removal = createTenantRemovalModule({ ...shared, ...supervisor.services });
  const archives = createArchivesModule({
    ...shared,
    // an administrator opens tenants for their owners
    requireRoom: async ({ userId, role }) => {
      if (role !== 'admin') await provisioning.services.ordering.requireRoom(userId);
    },
  });
  const provisioning = createProvisioningModule({
    ...shared,
    ...supervisor.services,
    ...removal.services,
    ...archives.services,
    isReserved: (trx, subdomain, ownerId) => tenants.services.subdomains.isReserved(trx, subdomain, ownerId),
    enqueue: options.jobs.enqueueProvision,
    expectOwn: (ownerId, id) => tenants.services.tenants.expectOwn(ownerId, id),
    ownerOf: (email) => tenants.services.adminTenants.ownerOf(email),
  });
  const support = createSupportModule({ ...shared, runtime });
  const ready = { ...supervisor.services, ...removal.services, ...provisioning.services, ...support.services };
  const tenants = createTenantsModule({ ...shared, ...ready });
  const ingress = createIngressModule({
    ...shared,
    runtime,
    findVenue: tenants.services.directory.find,
    countAnswer: supervisor.services.tallies.count,
  });
  const modules: Module[] = [support, supervisor, removal, archives, provisioning, tenants];
  return {
    ...ready,
    ...tenants.services,
    ...ingress.services,
    secrets: shared.secrets,
    modules,
  };
}
export type TenantModules = ReturnType<typeof createTenantModules>;
