import { request } from 'node:http';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import type { Billing } from '../billing/billing.service.ts';
import type { Host, OnMoved } from '../hosting/host.ts';
import { createIngress } from '../ingress/builtin-proxy.ts';
import type { IsTrusted } from '../ingress/trusted-proxies.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { Activity } from '../overview/activity.service.ts';
import type { Live } from '../overview/live.service.ts';
import type { Jobs } from '../platform/jobs.ts';
import { createBotApi } from '../provisioning/bot-api.ts';
import { createBotReplacement } from '../provisioning/bot-replacement.service.ts';
import { createSteps } from '../provisioning/provision-steps.ts';
import { createProvisioning, type OnStep } from '../provisioning/provisioning.service.ts';
import { createTenantSecrets } from '../provisioning/tenant-secrets.ts';
import type { SecurityLog } from '../security/security.service.ts';
import { createBusyTenants } from '../supervisor/busy-tenants.ts';
import { createKeeping } from '../supervisor/keeping.service.ts';
import { createLockWatch } from '../supervisor/lock-watch.ts';
import { createMemoryShortage } from '../supervisor/memory-shortage.ts';
import { createSubscriptionEnforcement } from '../supervisor/subscription-enforcement.service.ts';
import { createTenantCalls } from '../supervisor/tenant-calls.service.ts';
import { createTenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import { createSpecOf } from '../supervisor/tenant-spec.ts';
import { createSupportAccess } from '../support/support-access.service.ts';
import { createSupportVisits } from '../support/support-visits.service.ts';
import { createBotStates } from '../telegram/bot-states.service.ts';
import { createInstallation } from '../tenant-removal/installation.service.ts';
import { createVenueRemoval } from '../tenant-removal/removal.service.ts';
import { createRestoringDeleted } from '../tenant-removal/restoring-deleted.service.ts';
import { createVenueDatabases } from '../tenant-removal/tenant-databases.service.ts';
import { createTenantQuarantine } from '../tenant-removal/tenant-quarantine.service.ts';
import { type Addresses, venueHost } from '../tenants/addresses.ts';
import { createAdminTenants } from '../tenants/admin-tenants.service.ts';
import { createDirectory } from '../tenants/directory.ts';
import { createSubdomains } from '../tenants/subdomains.service.ts';
import { createTenantDetails } from '../tenants/tenant-details.service.ts';
import { createTenantExport } from '../tenants/tenant-export.service.ts';
import { createTenants } from '../tenants/tenants.service.ts';

export interface TenantServicesOptions {
  db: Knex;
  /** The pool for locks that are held while tenants are made, started, stopped and removed. */
  lockPool: Knex;
  /** The server of tenants' databases. */
  server: Knex;
  secrets: Secrets;
  log: Logger;
  addresses: Addresses;
  /** Tells the proxies whose X-Forwarded-For is believed. */
  isTrusted: IsTrusted;
  supportEmail: string;
  billing: Billing;
  mail: Pick<Mail, 'enqueue'>;
  activity: Activity;
  security: Pick<SecurityLog, 'record'>;
  live: Pick<Live, 'listen'>;
  sessions: Pick<Sessions, 'forget'>;
  jobs: Pick<Jobs, 'enqueueProvision'>;
  /** Makes the host, which reports changes of endpoints that nobody asked for. */
  createHost: (onMoved: OnMoved) => Host;
  idleMinutes: number;
  /** Returns how much memory in MB the machine can still give. */
  freeMemoryMb?: (() => number) | undefined;
  /** The release that tenants are started with. */
  release: string;
  logLevel: string;
  botCommands: { command: string; description: string }[];
  /** Is called when a tenant appears or goes. */
  onChange: (tenantId: string) => void;
  onStep?: OnStep;
  /** Deletes the backups of a tenant that was deleted for good. */
  forgetBackups: (tenantId: string) => Promise<void>;
  now?: () => Date;
}

/** Checks whether the tenant answers through the ingress, under its own host name. */
function createProbe(addresses: Addresses): (subdomain: string) => Promise<boolean> {
  return (subdomain) =>
    new Promise((fulfil) => {
      const headers = { host: venueHost(addresses, subdomain) };
      const probe = request(`${addresses.platformUrl}/healthz`, { headers, timeout: 5000 }, (answer) => {
        answer.resume();
        fulfil(answer.statusCode === 200);
      });
      probe.once('error', () => fulfil(false));
      probe.once('timeout', () => probe.destroy());
      probe.end();
    });
}

/** Creates the services of tenants in the order of their dependencies. */
export function createTenantServices(options: TenantServicesOptions) {
  const { db, lockPool, server, log, addresses, billing, activity, security, jobs, now } = options;
  const secrets = createTenantSecrets(options.secrets);
  const installation = createInstallation({ db, server });
  const directory = createDirectory(db);
  const onChange = (tenantId: string): void => {
    directory.forget();
    options.onChange(tenantId);
  };
  const host = options.createHost((...moved) => runtime.onEndpointChanged(...moved));
  const specOf = createSpecOf({ addresses, secrets, logLevel: options.logLevel, limitsOf: billing.limitsOf });
  const runtime = createTenantRuntime({
    db,
    lockPool,
    host,
    secrets,
    specOf,
    idleMinutes: options.idleMinutes,
    release: options.release,
    memory: createMemoryShortage({ freeMemoryMb: options.freeMemoryMb, log }),
    log,
  });
  const botApi = createBotApi(() => addresses.telegramApiRoot);
  const steps = createSteps({
    db,
    server,
    botApi,
    runtime,
    secrets,
    installation,
    reachable: createProbe(addresses),
    botCommands: options.botCommands,
    log,
  });
  const enforcement = createSubscriptionEnforcement({ db, billing, runtime, activity, onChange, log, now });
  const { forgetBackups } = options;
  const removal = createVenueRemoval({ db, lockPool, server, runtime, forgetBackups, onChange, log });
  const tenantQuarantine = createTenantQuarantine({ db, lockPool, server, runtime, enforcement, onChange });
  const provisioning = createProvisioning({
    db,
    lockPool,
    steps,
    secrets,
    activity,
    log,
    onStep: options.onStep,
    onReady: ({ id, owner_id }) => {
      onChange(id);
      // the subscription may have ended while the tenant was made
      void enforcement.follow(owner_id);
    },
    now,
  });
  const enqueue = jobs.enqueueProvision;
  const adminTenants = createAdminTenants({
    db,
    details: createTenantDetails({ db, server, host, addresses }),
    host,
    runtime,
    removal,
    addresses,
    activity,
    enforcement,
    onChange,
    now,
  });
  return {
    host,
    busy: createBusyTenants({ host, log, now: now ?? (() => new Date()) }),
    installation,
    secrets,
    runtime,
    enforcement,
    provisioning,
    subdomains: createSubdomains({ db, now }),
    tenants: createTenants({
      db,
      billing,
      activity,
      secrets,
      runtime,
      removal,
      addresses,
      enqueue,
      onChange,
      enforcement,
      log,
      now,
    }),
    adminTenants,
    lockWatch: createLockWatch({
      server,
      host,
      runtime,
      suspend: (id, why) => adminTenants.setStatus(null, id, 'suspended', undefined, why),
      log,
    }),
    databases: createVenueDatabases({ db, server, secrets, addresses, installation }),
    replaceBot: createBotReplacement({
      db,
      lockPool,
      botApi,
      runtime,
      secrets,
      addresses,
      botCommands: options.botCommands,
      mail: options.mail,
      activity,
      onChange,
      log,
      now,
    }),
    supportAccess: createSupportAccess({ db, runtime, mail: options.mail, activity, security, addresses, now }),
    supportVisits: createSupportVisits({
      db,
      runtime,
      sessions: options.sessions,
      activity,
      security,
      live: options.live,
      log,
      now,
    }),
    tenantQuarantine,
    restoreDeleted: createRestoringDeleted({
      db,
      tenantQuarantine,
      billing,
      activity,
      supportEmail: options.supportEmail,
      now,
    }),
    keep: createKeeping({ db, enforcement }),
    export: createTenantExport({ db, runtime, security, log }),
    removal,
    tenantCalls: createTenantCalls({ db, secrets, botStates: createBotStates({ db }), activity, log }),
    ingress: createIngress({
      baseDomain: addresses.baseDomain,
      protocol: new URL(addresses.publicUrl).protocol.slice(0, -1),
      publicUrl: addresses.publicUrl,
      supportEmail: options.supportEmail,
      findVenue: directory.find,
      isTrusted: options.isTrusted,
      ...runtime,
      log,
    }),
  };
}
export type TenantServices = ReturnType<typeof createTenantServices>;
