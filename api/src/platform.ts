import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect, type Knex, migrate } from '@ostatok/kit/node/db.ts';
import type { Lifecycle } from '@ostatok/kit/node/lifecycle.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createSecrets, type Secrets } from '@ostatok/kit/node/secrets.ts';
import { botCommands } from '@ostatok/tenant-runtime/contract/bot-commands.ts';
import { platformMigrations } from '../../migrations/platform/list.ts';
import { type Accounts, createAccounts as createAccountsOf } from './account/account.service.ts';
import { type AccountServices, createAccountServices } from './account-services.ts';
import { type Administration, createAdministration } from './administration-services.ts';
import { createApp } from './app.ts';
import { createBilling } from './billing/billing.service.ts';
import { type ConfiguredProvider, configuredProvider } from './billing/providers/configured.ts';
import type { QuarantineMoment } from './cleanup/quarantine.service.ts';
import type { AuditedIngress } from './cleanup/truths.ts';
import { type CleanupServices, createCleanupServices } from './cleanup-services.ts';
import type { PlatformEnv } from './config.ts';
import { createDoors } from './doors.ts';
import { createProcessHost } from './hosting/process-host.ts';
import { type Jobs, startJobs } from './jobs.ts';
import { createOutbox, createSmtp } from './mail/transports.ts';
import { createPeople, type People } from './people-services.ts';
import { startPeriodicWork } from './periodic-work.ts';
import { createRollouts } from './rollout-services.ts';
import { createMailbox } from './sandbox/mailbox.ts';
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts';
import { addressesOf, companyOf, providerSettingsOf, publicConfigOf, supportEmailOf } from './settings.ts';
import { createGateway, type Gateway, type GatewayParts } from './telegram/gateway.service.ts';
import { createWebhookGateway, type WebhookGateway } from './telegram/webhooks.service.ts';
import { createTenantServices, type TenantServices, type TenantServicesOptions } from './tenant-services.ts';
import type { Addresses } from './tenants/addresses.ts';
import type { OnStep } from './tenants/provisioning.service.ts';
import { releaseOf } from './tenants/release.ts';
import { shutOtherDatabases } from './tenants/tenant-database.queries.ts';
import { createUpkeep, type Upkeep } from './upkeep-services.ts';

const UID_BASE = 200_000;
/**
 * Operations under way, the items of theirs that are locked, and the backups made by the clock: 20. Venues started, kept
 * as they are, made, removed, and things in quarantine with a venue each: 8 + 8 + 4 + 4 + 4 + 4. As much as can be at
 * once, since one that holds may need another to end.
 */
const MOST_HOLDS = 52;

export interface PlatformOptions {
  config: PlatformEnv;
  /** The platform's own database, on the server that also holds tenants' databases. */
  databaseUrl: string;
  secretKey: string;
  home: string;
  /** The project's folder: the built pages and the tenant bundle are in it. */
  root: string;
  log: Logger;
  /** Everything started is stopped by it, the last first. */
  lifecycle: Lifecycle;
  /** No other api process can be on this database. */
  alone: boolean;
  onStep?: OnStep;
  onQuarantine?: (moment: QuarantineMoment) => void | Promise<void>;
  /** Where venues have a file of their own at the ingress; the built-in one keeps none. */
  siteFiles?: AuditedIngress;
  /** The clock of people, payments and periods; a test moves it. */
  now?: () => Date;
  /** What has to be there before a stranger's first request: nobody may take the administrator's address. */
  beforeListening?: (clients: { db: Knex; accounts: Accounts }) => Promise<void>;
}

interface Base {
  db: Knex;
  /** Connections that hold locks for minutes: taken from `db` they would leave none to answer people with. */
  holds: Knex;
  secrets: Secrets;
  jobs: Jobs;
}

async function openDatabase({ databaseUrl, lifecycle, log, secretKey }: PlatformOptions): Promise<Base> {
  const db = connect(databaseUrl, { max: 20 });
  const holds = connect(databaseUrl, { max: MOST_HOLDS });
  lifecycle.onStop('database', async () => {
    await holds.destroy();
    await db.destroy();
  });
  await migrate(db, platformMigrations);
  await shutOtherDatabases(db);
  const jobs = await startJobs(databaseUrl, log);
  lifecycle.onStop('jobs client', jobs.stop);
  return { db, holds, secrets: createSecrets(secretKey), jobs };
}

/** Listens; sockets that were handed on to a venue are closed with it. */
async function listen(server: Server, { config, lifecycle }: PlatformOptions): Promise<number> {
  const sockets = new Set<{ destroy: () => void; once: (event: 'close', heard: () => void) => void }>();
  server.on('upgrade', (_req, socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.PORT, config.HOST, resolve);
  });
  lifecycle.onStop('connections', () => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

function createAccounts(
  { config, home, log, now }: PlatformOptions,
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
    mailTransport: config.SMTP_URL ? createSmtp(config.SMTP_URL) : createOutbox(join(home, 'outbox')),
    mailJournals: join(home, 'mail'),
    mailFrom: config.MAIL_FROM ?? `Остаток <noreply@${config.BASE_DOMAIN}>`,
    supportEmail: supportEmailOf(config),
    seller: companyOf(config),
    payments: provider && { provider, production: config.NODE_ENV === 'production' },
    onBillingChanged,
    now,
  });
}

function createAdministrationOver(
  { config, log, now, siteFiles = {} }: PlatformOptions,
  { db, holds, jobs }: Base,
  accounts: AccountServices,
  venues: TenantServices,
  addresses: Addresses,
  payments: ConfiguredProvider,
): Administration {
  return createAdministration({
    db,
    holds,
    accounts,
    host: venues.host,
    ingress: siteFiles,
    ringOperation: jobs.enqueueOperation,
    log,
    now,
    publicConfig: publicConfigOf(config, addresses, accounts.providers.names, payments),
  });
}

function createVenues(
  { config, home, root, log, onStep, now }: PlatformOptions,
  { db, holds, secrets, jobs }: Base,
  accounts: AccountServices,
  addresses: Addresses,
  { onChange, forgetBackups }: Pick<TenantServicesOptions, 'onChange' | 'forgetBackups'>,
): TenantServices {
  const runtimeFolder = join(root, 'tenant-runtime/dist');
  const runtime = {
    bundle: join(runtimeFolder, 'main.mjs'),
    readable: [runtimeFolder, join(root, 'node_modules')],
    uidBase: UID_BASE,
  };
  return createTenantServices({
    db,
    holds,
    server: db,
    secrets,
    log,
    addresses,
    supportEmail: supportEmailOf(config),
    billing: accounts.billing,
    mail: accounts.mail,
    activity: accounts.activity,
    live: accounts.live,
    sessions: accounts.sessions,
    jobs,
    createHost: (onMoved) => createProcessHost({ home, runtime, log, onMoved }),
    idleMinutes: config.TENANT_IDLE_MINUTES,
    release: releaseOf(runtimeFolder),
    logLevel: config.LOG_LEVEL === 'silent' ? 'error' : config.LOG_LEVEL,
    botCommands: [...botCommands],
    onChange,
    forgetBackups,
    onStep,
    now,
  });
}

type UpdatesGateway = Gateway | WebhookGateway;

/** How bots' updates come in: fetched by us, or brought by Telegram to `webhooks`. */
function createUpdatesGateway(
  { config, alone }: PlatformOptions,
  parts: GatewayParts,
  publicUrl: string,
): { gateway: UpdatesGateway; webhooks?: WebhookGateway } {
  if (config.TELEGRAM_UPDATES === 'polling') return { gateway: createGateway({ ...parts, alone }) };
  const webhooks = createWebhookGateway({ ...parts, publicUrl: () => publicUrl });
  return { gateway: webhooks, webhooks };
}

/** What works by itself, in the order it needs each other; it is stopped in the reverse order, each finishing first. */
async function startWork(
  { lifecycle, log, now, alone }: PlatformOptions,
  { jobs }: Base,
  parts: {
    accounts: AccountServices;
    venues: TenantServices;
    people: People;
    administration: Administration;
    upkeep: Upkeep;
    cleanup: CleanupServices;
    gateway: UpdatesGateway;
    sandbox?: Sandbox;
    server: Server;
  },
): Promise<void> {
  const { accounts, venues, people, gateway, sandbox, server } = parts;
  const { catalogue, operations, email } = parts.administration;
  const { runtime, standing, provisioning, host } = venues;
  const { diagnostics } = parts.upkeep;
  lifecycle.onStop('live events', () => accounts.live.stop());
  lifecycle.onStop('support visits', await venues.supportVisits.watch());
  lifecycle.onStop('catalogue', catalogue.close);
  void catalogue.prepare();
  await sandbox?.start();
  if (sandbox) lifecycle.onStop('sandbox', () => sandbox.stop());
  accounts.mail.start();
  lifecycle.onStop('mail', () => accounts.mail.stop());
  email.feeder.start();
  lifecycle.onStop('campaigns', () => email.feeder.stop());
  lifecycle.onStop('tenants', async () => {
    await standing.settled();
    await runtime.flushUse();
    await host.close();
  });
  lifecycle.onStop('listening', () => void server.close());
  // before work that a crash has cut short goes on: alone here, whatever checks are found is nobody's
  await diagnostics
    .sweep(alone ? 0 : undefined)
    .catch((error) => log.error({ err: error }, 'what killed checks have left not removed'));
  await jobs.workProvisions(provisioning.run);
  lifecycle.onStop('jobs', jobs.stop);
  await jobs.workOperations(operations.take);
  lifecycle.onStop('operations', operations.watch());
  await startPeriodicWork(jobs, {
    billing: accounts.billing,
    standing,
    retention: people.retention,
    operations,
    now,
    backups: parts.upkeep.backups.schedule,
    cleanup: parts.cleanup,
    aliasImports: parts.administration.aliasImports,
  });
  lifecycle.onStop('idle watch', runtime.watch());
  await gateway.start();
  lifecycle.onStop('gateway', () => gateway.stop());
  provisioning.resume().catch((error) => log.error({ err: error }, 'unfinished provisions not taken up'));
}

/**
 * Before anybody is answered: a restore may have brought people back who had gone, or been cut short where its venue was
 * shut. The hourly jobs try again.
 */
async function settleRestores(people: People, { backups }: Upkeep, log: Logger): Promise<void> {
  await people.retention.reapplyErasures().catch((error) => log.error({ err: error }, 'erasures not applied again'));
  await backups.reopen().catch((error) => log.error({ err: error }, 'databases left shut not opened'));
}

/** Brings the whole platform up over a running PostgreSQL. It answers when this resolves. */
export async function startPlatform(options: PlatformOptions) {
  const { config, home, root, log } = options;
  const base = await openDatabase(options);
  const { db, holds } = base;
  await options.beforeListening?.({
    db,
    accounts: createAccountsOf({ db, billing: createBilling({ db, now: options.now }) }),
  });
  const server = createServer();
  const doors = createDoors(server);
  const port = await listen(server, options);
  const addresses = addressesOf(config, options.databaseUrl, port);
  const payments = configuredProvider({ config, db, publicUrl: addresses.publicUrl, now: options.now });
  const accounts = createAccounts(options, base, addresses.publicUrl, payments, (ownerId) =>
    venues.standing.follow(ownerId),
  );
  const venues = createVenues(options, base, accounts, addresses, {
    onChange: () => void gateway.refresh(),
    forgetBackups: (id) => upkeep.backups.keeping.forget(id),
  });
  const updates: GatewayParts = {
    db,
    apiRoot: () => addresses.telegramApiRoot,
    openToken: venues.secrets.botTokenOf,
    deliver: venues.runtime.deliver,
    log,
  };
  const { gateway, webhooks } = createUpdatesGateway(options, updates, addresses.publicUrl);
  const standIn = !config.TELEGRAM_API_ROOT && config.NODE_ENV !== 'production';
  const sandbox = standIn ? createSandbox({ db: base.db, home, log, now: options.now }) : undefined;
  const people = createPeople({ db, accounts, venues, home, log, now: options.now });
  const administration = createAdministrationOver(options, base, accounts, venues, addresses, payments);
  const upkeep = createUpkeep({ ...options, db, holds, accounts, venues, administration, addresses, sandbox });
  const rollouts = createRollouts({ ...options, db, venues, administration });
  const cleanup = createCleanupServices({
    ...options,
    db,
    holds,
    accounts,
    venues,
    people,
    administration,
    ingress: options.siteFiles ?? {},
    onMoment: options.onQuarantine,
  });
  const mailbox = administration.pages.config.sandbox.mail ? createMailbox(join(home, 'outbox')) : undefined;
  const isReady = async (): Promise<boolean> => Boolean(await base.db.raw('select 1')) && base.jobs.isReady();
  const app: RequestListener = createApp({
    db,
    accounts,
    payments,
    venues,
    people,
    administration,
    upkeep,
    rollouts,
    cleanup,
    mailbox,
    sandbox,
    webhooks,
    root,
    publicUrl: addresses.publicUrl,
    isReady,
    jobRuns: base.jobs.runs,
    log,
  });
  await settleRestores(people, upkeep, log);
  const { ingress } = venues;
  doors.open((req, res) => void (ingress.web(req, res) || app(req, res)), ingress.upgrade);
  await startWork(options, base, {
    accounts,
    venues,
    people,
    administration,
    upkeep,
    cleanup,
    gateway,
    sandbox,
    server,
  });
  log.info({ port }, 'listening');
  return { port, addresses, db: base.db, accounts, venues, people, administration, upkeep, cleanup, gateway, sandbox };
}
export type Platform = Awaited<ReturnType<typeof startPlatform>>;
