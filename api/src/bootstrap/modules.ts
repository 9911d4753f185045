import { dirname, join, resolve } from 'node:path';
import type { Hosting } from '@ostatok/api/contract/hosting.ts';
import { type Knex, ping } from '@ostatok/kit/node/db.ts';
import { botCommands } from '@ostatok/tenant-runtime/contract/bot-commands.ts';
import { type ConfiguredProvider, configuredProvider } from '../billing/providers/configured.ts';
import { createTenantCatalogueModule } from '../catalogue/module.ts';
import { createCleanupModule } from '../cleanup/module.ts';
import { createDrinkExtractModule } from '../drink-extract/module.ts';
import { createExportsModule } from '../exports/module.ts';
import { createHostMovesModule } from '../host-moves/module.ts';
import { createDockerHost } from '../hosting/docker-host.ts';
import type { Host, HostEvents } from '../hosting/host.ts';
import { hostingsOf } from '../hosting/hosting.ts';
import { joinHosts } from '../hosting/joined-hosts.ts';
import { ownLauncher, tenantRuntimeOf } from '../hosting/own-launcher.ts';
import { createProcessHost } from '../hosting/process-host.ts';
import { createSwarmHost } from '../hosting/swarm-host.ts';
import { createSitesModule } from '../ingress/sites/module.ts';
import { backupKeysOf } from '../keys/secret-keys.ts';
import { createOutbox, createSmtp } from '../mail/transports.ts';
import { createTenantMatchingModule } from '../matching/module.ts';
import { createMaxModule } from '../max/module.ts';
import { maxWebhooksAt } from '../max/webhooks-at.ts';
import { createOpenApiModule } from '../openapi/module.ts';
import { createOrderLettersModule } from '../order-letters/module.ts';
import { createOwnDomainsModule } from '../own-domains/module.ts';
import { createOwnDomainNames } from '../own-domains/own-domain-names.ts';
import { CERTIFICATE_KEY } from '../own-domains/purposes.ts';
import type { Addresses } from '../platform/addresses.ts';
import { measureDisks } from '../platform/disk-metrics.ts';
import { givingUp, measureDisk } from '../platform/disk-space.ts';
import { isOpen } from '../platform/exposure.ts';
import { measurePools } from '../platform/pool-metrics.ts';
import { createSharedStore } from '../platform/rate-limits.ts';
import { type Readiness, readinessOf } from '../platform/readiness.ts';
import type { TenantRow } from '../platform/tables.ts';
import { createPushesModule } from '../pushes/module.ts';
import { createRetentionModule } from '../retention/module.ts';
import { createSandboxModule } from '../sandbox/module.ts';
import { sandboxViewers } from '../sandbox/viewers.ts';
import {
  companyOf,
  providerSettingsOf,
  publicConfigOf,
  requiresAdminFactor,
  sandboxChatOf,
  supportEmailOf,
  tenantLimitsOf,
  trustedProxiesOf,
} from '../settings.ts';
import { configuredStorage } from '../storage/configured.ts';
import { createApiRoots } from '../telegram/api-roots.ts';
import { createTelegramModule } from '../telegram/module.ts';
import { isOwnWebhook } from '../telegram/own-webhook.ts';
import { createUndoModule } from '../undo/module.ts';
import { createUpdatesModule } from '../updates/module.ts';
import { createVenueDatabases } from '../venue-databases/venue-databases.service.ts';
import { type AccountModules, createAccountModules } from './account-modules.ts';
import { createAdministration } from './administration-modules.ts';
import type { Module } from './module.ts';
import type { Base } from './open-database.ts';
import type { PlatformOptions } from './platform-options.ts';
import { createTenantModules, type TenantModules, type TenantModulesOptions } from './tenant-modules.ts';
import { createUpkeep } from './upkeep-modules.ts';

function createAccounts(
  { config, home, log, passwords, now }: PlatformOptions,
  { db, secrets }: Base,
  publicUrl: string,
  payments: ConfiguredProvider,
  onBillingChanged: (userId: number) => Promise<void>,
): AccountModules {
  return createAccountModules({
    db,
    secrets,
    log,
    publicUrl,
    providers: providerSettingsOf(config),
    requireAdminFactor: requiresAdminFactor(config),
    mailTransport: config.SMTP_URL ? createSmtp(config.SMTP_URL) : createOutbox(join(home, 'outbox')),
    mailJournals: join(home, 'mail'),
    mailFrom: config.MAIL_FROM ?? `Остаток <noreply@${config.BASE_DOMAIN}>`,
    supportEmail: supportEmailOf(config),
    seller: companyOf(config),
    payments: { ...payments, production: isOpen(config) },
    onBillingChanged,
    passwords,
    now,
  });
}

function createHost({ config, containers, home, root, log, launcher }: PlatformOptions, events: HostEvents): Host {
  const shared = { home, built: dirname(tenantRuntimeOf(root).bundle), packages: join(root, 'node_modules'), log };
  const create = (hosting: Hosting): Host => {
    if (hosting === 'process')
      return createProcessHost({
        ...shared,
        ...events,
        launcher: launcher ?? ownLauncher(home, root),
        address: config.TENANT_HOST,
      });
    if (!containers) throw new Error('the containers were not prepared');
    const { engine, network } = containers;
    const own = { ...shared, ...events, engine, recipes: join(root, 'templates/docker') };
    return network ? createDockerHost({ ...own, network }) : createSwarmHost(own);
  };
  return joinHosts(new Map(hostingsOf(config).map((hosting) => [hosting, create(hosting)])));
}

/** A disk that works tells its room at once. */
const DISK_ANSWER_MS = 3000;

/** A swarm chooses a machine that has the memory; this one's says nothing. */
const freeMemoryOf = ({ HOSTING }: PlatformOptions['config']): (() => number) | undefined =>
  HOSTING === 'swarm' ? () => Number.POSITIVE_INFINITY : undefined;

function createVenues(
  options: PlatformOptions,
  base: Base,
  accounts: AccountModules,
  addresses: Addresses,
  callbacks: Pick<
    TenantModulesOptions,
    'onChange' | 'publishSites' | 'ownDomainNames' | 'forgetBackups' | 'telegramApiRoots' | 'maxBots'
  >,
  archiving: Pick<TenantModulesOptions, 'storage' | 'backupKeys' | 'measureDisk'>,
): TenantModules {
  const { config, log, onStep, now, longestAnswerMs } = options;
  return createTenantModules({
    ...base,
    ...accounts,
    ...callbacks,
    server: base.db,
    log,
    addresses,
    isTrusted: trustedProxiesOf(config),
    supportEmail: supportEmailOf(config),
    createHost: (events) => createHost(options, events),
    idleMinutes: config.TENANT_IDLE_MINUTES,
    longestWakeMs: options.longestWakeMs,
    freeMemoryMb: options.freeMemoryMb ?? freeMemoryOf(config),
    longestAnswerMs,
    limits: tenantLimitsOf(config),
    hostings: hostingsOf(config),
    extraCaFile: config.NODE_EXTRA_CA_CERTS && resolve(config.NODE_EXTRA_CA_CERTS),
    logLevel: config.LOG_LEVEL === 'silent' ? 'error' : config.LOG_LEVEL,
    botCommands: [...botCommands],
    onStep,
    now,
    ...archiving,
  });
}

/** Creates every module of the platform in the order of their dependencies; nothing runs yet. */
export function createModules(options: PlatformOptions, base: Base, addresses: Addresses) {
  const { config, home, log, now = () => new Date() } = options;
  const { publicUrl } = addresses;
  const builtIn = sandboxChatOf(config);
  const { db, lockPool, jobs } = base;
  const payments = configuredProvider({ config, db, publicUrl, now });
  const accounts = createAccounts(options, base, publicUrl, payments, (ownerId) => venues.enforcement.follow(ownerId));
  const { storage = configuredStorage(config, home) } = options;
  const ownDomainNames = createOwnDomainNames({ db, log });
  const telegramApiRoots = createApiRoots(() => addresses.telegramApiRoots);
  const callbacks = {
    telegramApiRoots,
    onChange(): void {
      void telegram.services.gateway.refresh();
      void max.services.max.look();
      ownDomainNames.readLater();
      sites?.services.sites.syncLater();
    },
    ownDomainNames,
    maxBots: {
      prepare: (actorId: number, token: string | undefined): Promise<number> =>
        max.services.max.venueBots.prepare(actorId, token),
      requireFree: (trx: Knex.Transaction, botId: number): Promise<void> =>
        max.services.max.venueBots.requireFree(trx, botId),
      linkOf: ({ id, owner_id }: TenantRow): Promise<string> =>
        max.services.max.venueBots.link({ actorId: owner_id, tenantId: id }),
    },
    publishSites: async (): Promise<void> => sites?.services.sites.sync(),
    forgetBackups: (id: string) => upkeep.backups.keeping.forget(id),
  };
  const archiving = { storage, backupKeys: backupKeysOf(config, options), measureDisk: options.measureDisk };
  const venues: TenantModules = createVenues(options, base, accounts, addresses, callbacks, archiving);
  const telegram = createTelegramModule({
    db,
    updates: config.TELEGRAM_UPDATES,
    apiRoots: telegramApiRoots,
    // of several roots the platform knows which one answers
    relays: options.containers !== undefined || addresses.telegramApiRoots.length > 1,
    openToken: venues.secrets.botTokenOf,
    deliver: venues.runtime.deliver,
    alone: options.alone,
    publicUrl,
    max: {
      deliver: venues.runtime.deliverFromMax,
      write: (tenantId, personId, text) => max.services.max.botApi.write(tenantId, personId, text),
    },
    log,
    now,
  });
  const max = createMaxModule({
    ...base,
    addresses,
    apiRoot: addresses.maxApiRoot,
    authorityFile: config.MAX_CA_FILE,
    sharedToken: config.MAX_BOT_TOKEN,
    // the built-in chat calls no webhooks
    webhooksAt: options.maxWebhooksAt ?? (builtIn.max ? undefined : maxWebhooksAt(publicUrl)),
    tenantCalls: venues.tenantCalls,
    attemptStore: createSharedStore(base),
    whileAsleep: venues.whileAsleep,
    runtime: venues.runtime,
    activity: accounts.activity,
    mail: accounts.mail,
    deliver: telegram.services.suspendedChats.deliverFromMax,
    log,
    now,
  });
  const mark = (): Promise<string> => venues.installation.mark();
  const openKey = (sealed: string): string => base.secrets.open(sealed, CERTIFICATE_KEY);
  const ownDomains = createOwnDomainsModule({
    ...base,
    addresses,
    ownNames: config.ALLOWED_HOSTS,
    activity: accounts.activity,
    live: accounts.live,
    ownDomainNames,
    directory: config.INGRESS === 'nginx' && config.TLS_CERT ? config.ACME_DIRECTORY : undefined,
    publishSites: callbacks.publishSites,
    onChange: callbacks.onChange,
    log,
    now,
  });
  const withNginx = { ...base, config, home, addresses, live: accounts.live, mark, openKey, log, now };
  const sites = config.INGRESS === 'nginx' ? createSitesModule(withNginx) : undefined;
  const siteFiles = options.siteFiles ?? sites?.services.sites ?? {};
  const publicConfig = publicConfigOf(config, addresses, accounts.providers.names, payments);
  const sandbox = createSandboxModule({
    db,
    home,
    mail: publicConfig.sandbox.mail,
    chat: builtIn,
    platformUrl: () => addresses.platformUrl,
    mayCall: (url) => isOwnWebhook(url, addresses),
    log,
    now,
  });
  const administration = createAdministration({
    db,
    lockPool,
    accounts,
    host: venues.host,
    releases: venues.releases,
    ingress: siteFiles,
    enqueueOperation: jobs.enqueueOperation,
    longestAnswerMs: options.longestAnswerMs,
    log,
    now,
    publicConfig,
    seesSandbox: sandboxViewers(config),
  });
  const shared = {
    ...options,
    ...base,
    ...accounts,
    ...venues,
    ...administration,
    now,
    addresses,
    storage,
    telegramApiRoots,
  };
  const measure = givingUp(options.measureDisk ?? measureDisk, DISK_ANSWER_MS);
  const isReady = (): Promise<Readiness> => readinessOf({ isUp: () => ping(db).then(jobs.isReady), home, measure });
  const upkeep = createUpkeep({
    ...shared,
    ...sandbox.services,
    jobRuns: jobs.runs,
    measureDisk: measure,
    isReady,
    bots: telegram.services.gateway.health,
    maxBots: max.services.max.health,
    supportEmail: publicConfig.supportEmail,
  });
  const people = createRetentionModule({ ...shared, venueExport: venues.export });
  const cleanup = createCleanupModule({ ...shared, ...people.services, ingress: siteFiles });
  const drinkExtract = createDrinkExtractModule({ db, home, now, tenantCalls: venues.tenantCalls });
  const venueDatabases = createVenueDatabases({ ...shared, databaseUrlOf: venues.databases.urlOf });
  const updates = createUpdatesModule({ ...shared, backups: upkeep.backups });
  const machine: Module = {
    registerMetrics(registry) {
      measurePools(registry, { requests: db, locks: lockPool });
      measureDisks(registry, { home, ...(storage.folder !== undefined && { backups: storage.folder }) }, measure);
    },
  };
  const modules: Module[] = [
    machine,
    sandbox,
    telegram,
    max,
    ...accounts.modules,
    ...venues.modules,
    ...(sites ? [sites] : []),
    ownDomains,
    createTenantCatalogueModule(shared),
    drinkExtract,
    createOrderLettersModule({ ...shared, secrets: base.secrets, tenantCalls: venues.tenantCalls }),
    people,
    ...administration.modules,
    ...upkeep.modules,
    updates,
    createHostMovesModule({ ...shared, hostings: hostingsOf(config) }),
    createPushesModule({ ...shared, venueDatabases }),
    createTenantMatchingModule({ ...shared, venueDatabases, expectOwn: venues.tenants.expectOwn }),
    cleanup,
    createExportsModule(shared),
    createUndoModule(shared),
    createOpenApiModule(publicUrl),
  ];
  return {
    payments,
    accounts,
    venues,
    ...telegram.services,
    ...max.services,
    ...sandbox.services,
    people: people.services,
    ...drinkExtract.services,
    ...ownDomains.services,
    isOwnDomain: (name: string): boolean => ownDomainNames.subdomainAt(name) !== undefined,
    administration,
    upkeep,
    cleanup: cleanup.services.cleanup,
    quarantinedFiles: cleanup.services.quarantinedFiles,
    ...updates.services,
    isReady,
    modules,
  };
}
export type PlatformModules = ReturnType<typeof createModules>;
