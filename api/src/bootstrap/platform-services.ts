import { dirname, join } from 'node:path';
import { botCommands } from '@ostatok/tenant-runtime/contract/bot-commands.ts';
import { type ConfiguredProvider, configuredProvider } from '../billing/providers/configured.ts';
import { ownLauncher, tenantRuntimeOf } from '../hosting/own-launcher.ts';
import { createProcessHost } from '../hosting/process-host.ts';
import { createOutbox, createSmtp } from '../mail/transports.ts';
import { hasSandbox, isOpen } from '../platform/exposure.ts';
import { createMailbox } from '../sandbox/mailbox.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import {
  companyOf,
  providerSettingsOf,
  publicConfigOf,
  requiresAdminFactor,
  supportEmailOf,
  trustedProxiesOf,
} from '../settings.ts';
import { isOwnWebhook } from '../telegram/own-webhook.ts';
import { createSuspendedChats } from '../telegram/suspended-chats.service.ts';
import { createUpdatesGateway } from '../telegram/updates-gateway.ts';
import type { Addresses } from '../tenants/addresses.ts';
import { releaseOf } from '../tenants/supervisor/release.ts';
import { type AccountServices, createAccountServices } from './account-services.ts';
import { type Administration, createAdministration } from './administration-services.ts';
import { createCleanupServices } from './cleanup-services.ts';
import type { Base } from './open-database.ts';
import { createPeople } from './people-services.ts';
import type { PlatformOptions } from './platform-options.ts';
import { createRollouts } from './rollout-services.ts';
import { createTenantServices, type TenantServices, type TenantServicesOptions } from './tenant-services.ts';
import { createUpkeep } from './upkeep-services.ts';

function createAccounts(
  { config, home, log, passwords, now }: PlatformOptions,
  { db, secrets }: Base,
  publicUrl: string,
  { provider }: ConfiguredProvider,
  onBillingChanged: (userId: number) => Promise<void>,
): AccountServices {
  return createAccountServices({
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
    payments: provider && { provider, production: isOpen(config) },
    onBillingChanged,
    passwords,
    now,
  });
}

function createAdministrationOver(
  { config, home, log, now, siteFiles = {} }: PlatformOptions,
  { db, lockPool, jobs }: Base,
  accounts: AccountServices,
  venues: TenantServices,
  addresses: Addresses,
  payments: ConfiguredProvider,
): Administration {
  return createAdministration({
    db,
    lockPool,
    accounts,
    host: venues.host,
    ingress: siteFiles,
    enqueueOperation: jobs.enqueueOperation,
    catalogueFile: join(home, 'catalogue.mirror'),
    log,
    now,
    publicConfig: publicConfigOf(config, addresses, accounts.providers.names, payments),
  });
}

function createVenues(
  { config, home, root, log, onStep, now, freeMemoryMb, launcher = ownLauncher(home, root) }: PlatformOptions,
  { db, lockPool, secrets, jobs }: Base,
  accounts: AccountServices,
  addresses: Addresses,
  { onChange, forgetBackups }: Pick<TenantServicesOptions, 'onChange' | 'forgetBackups'>,
): TenantServices {
  const runtime = tenantRuntimeOf(root);
  return createTenantServices({
    db,
    lockPool,
    server: db,
    secrets,
    log,
    addresses,
    isTrusted: trustedProxiesOf(config),
    supportEmail: supportEmailOf(config),
    billing: accounts.billing,
    mail: accounts.mail,
    activity: accounts.activity,
    security: accounts.security,
    live: accounts.live,
    sessions: accounts.sessions,
    jobs,
    createHost: (onMoved) => createProcessHost({ home, launcher, bundle: runtime.bundle, log, onMoved }),
    idleMinutes: config.TENANT_IDLE_MINUTES,
    freeMemoryMb,
    release: releaseOf(dirname(runtime.bundle)),
    logLevel: config.LOG_LEVEL === 'silent' ? 'error' : config.LOG_LEVEL,
    botCommands: [...botCommands],
    onChange,
    forgetBackups,
    onStep,
    now,
  });
}

/** Creates every service of the platform in the order of their dependencies; nothing runs yet. */
export function createPlatformServices(options: PlatformOptions, base: Base, addresses: Addresses) {
  const { config, home, log, now } = options;
  const { db, lockPool } = base;
  const payments = configuredProvider({ config, db, publicUrl: addresses.publicUrl, now });
  const accounts = createAccounts(options, base, addresses.publicUrl, payments, (ownerId) =>
    venues.enforcement.follow(ownerId),
  );
  const venues = createVenues(options, base, accounts, addresses, {
    onChange: () => void gateway.refresh(),
    forgetBackups: (id) => upkeep.backups.keeping.forget(id),
  });
  const bots = { db, apiRoot: () => addresses.telegramApiRoot, openToken: venues.secrets.botTokenOf, log };
  const suspendedChats = createSuspendedChats({ ...bots, deliver: venues.runtime.deliver, now });
  const { gateway, webhooks } = createUpdatesGateway(
    config.TELEGRAM_UPDATES,
    { ...bots, deliver: suspendedChats.deliver },
    { alone: options.alone, publicUrl: addresses.publicUrl },
  );
  const standIn = !config.TELEGRAM_API_ROOT && hasSandbox(config);
  const sandbox = standIn
    ? createSandbox({ db, home, mayCall: (url) => isOwnWebhook(url, addresses), log, now })
    : undefined;
  const people = createPeople({ db, accounts, venues, home, log, now });
  const administration = createAdministrationOver(options, base, accounts, venues, addresses, payments);
  const upkeep = createUpkeep({
    ...options,
    db,
    lockPool,
    accounts,
    venues,
    administration,
    addresses,
    sandbox,
    jobRuns: base.jobs.runs,
  });
  const rollouts = createRollouts({ ...options, db, venues, administration });
  const cleanup = createCleanupServices({
    ...options,
    db,
    lockPool,
    accounts,
    venues,
    people,
    administration,
    ingress: options.siteFiles ?? {},
    onMoment: options.onQuarantine,
  });
  const mailbox = administration.pages.config.sandbox.mail ? createMailbox(join(home, 'outbox')) : undefined;
  return {
    payments,
    accounts,
    venues,
    gateway,
    suspendedChats,
    webhooks,
    sandbox,
    people,
    administration,
    upkeep,
    rollouts,
    cleanup,
    mailbox,
  };
}
export type PlatformServices = ReturnType<typeof createPlatformServices>;
