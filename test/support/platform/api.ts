import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGuard } from '@ostatok/api/src/access/guard.routes.ts';
import { defaultLimits } from '@ostatok/api/src/auth/attempts.ts';
import type { Passwords } from '@ostatok/api/src/auth/passwords.ts';
import type { ConfiguredProvider } from '@ostatok/api/src/billing/providers/configured.ts';
import { createAccountModules } from '@ostatok/api/src/bootstrap/account-modules.ts';
import { type AdministrationOptions, createAdministration } from '@ostatok/api/src/bootstrap/administration-modules.ts';
import type { Module } from '@ostatok/api/src/bootstrap/module.ts';
import { mountModules } from '@ostatok/api/src/bootstrap/mounted-modules.ts';
import { createTenantCatalogueModule } from '@ostatok/api/src/catalogue/module.ts';
import { createOutbox, type MailTransport } from '@ostatok/api/src/mail/transports.ts';
import { isLocalRequest } from '@ostatok/api/src/platform/local-request.ts';
import { rememberRequest } from '@ostatok/api/src/platform/request-context.ts';
import { mailboxRoutes } from '@ostatok/api/src/sandbox/mailbox.routes.ts';
import { createMailbox } from '@ostatok/api/src/sandbox/mailbox.ts';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import { errorHandler, KEEP_ALIVE_MS, notFound, requestId } from '@ostatok/kit/node/http.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import express from 'express';
import supertest from 'supertest';
import type { AuditedHost } from '../../../api/src/cleanup/observed-state.ts';
import type { Host } from '../../../api/src/hosting/host.ts';
import { createReleaseChoice } from '../../../api/src/releases/releases.service.ts';
import { quickPasswords } from '../account/quick-passwords.ts';
import { createDatabase } from '../database/postgres.ts';
import { compareAnswer } from '../http/answers.ts';

/** A clock that a test moves; once held, only `pass` moves it. */
export function createClock() {
  let ahead = 0;
  let held: number | undefined;
  return {
    now: () => new Date((held ?? Date.now()) + ahead),
    pass: (ms: number): void => {
      ahead += ms;
    },
    hold: (): void => {
      held ??= Date.now();
    },
  };
}

export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** The services of accounts over a database of their own; letters go to a folder of their own. */
export async function createTestServices(
  options: {
    limits?: Partial<typeof defaultLimits>;
    mailTransport?: MailTransport;
    passwords?: Passwords;
    requireAdminFactor?: boolean;
    /** The payment provider; none unless given. */
    payments?: (parts: { db: Knex; now: () => Date }) => ConfiguredProvider & { production?: boolean };
  } = {},
) {
  const database = await createDatabase('platform');
  const db = connect(database.url, { max: 8 });
  const outbox = await mkdtemp(join(tmpdir(), 'outbox-'));
  const clock = createClock();
  const secrets = createSecrets('test-secret-key-of-thirty-two-characters');
  const payments = options.payments?.({ db, now: clock.now }) ?? {};
  const services = createAccountModules({
    db,
    secrets,
    log: createLog('test', process.env.LOG_LEVEL ?? 'silent'),
    publicUrl: 'http://localhost:3000',
    mailTransport: options.mailTransport ?? createOutbox(outbox),
    mailFrom: 'Остаток <no-reply@localhost>',
    supportEmail: 'help@bars.example',
    seller: { name: 'Смирнова Анна Петровна', inn: '770000000000' },
    now: clock.now,
    limits: { ...defaultLimits, ...options.limits },
    passwords: options.passwords ?? quickPasswords(),
    requireAdminFactor: options.requireAdminFactor,
    payments: { ...payments, production: payments.production ?? false },
  });
  return {
    db,
    secrets,
    clock,
    outbox,
    payments,
    ...services,
    async close(): Promise<void> {
      await services.mail.stop();
      await services.security.stop();
      await services.live.stop();
      await db.destroy();
      await database.drop();
      await rm(outbox, { recursive: true, force: true });
    },
  };
}
export type TestServices = Awaited<ReturnType<typeof createTestServices>>;

type ReleaseHost = Pick<Host, 'presentRelease' | 'hasRelease' | 'images' | 'buildImage' | 'removeImage'>;

export const VENUE = { id: 'tvenue00001', secret: 'a-venue-proves-itself-by-this' };

/** The routes of accounts, administration and the mailbox, over the services above and a host that the test gives. */
export async function createTestApi(
  options: Parameters<typeof createTestServices>[0] &
    Partial<Pick<AdministrationOptions, 'ingress'>> & {
      host?: AuditedHost & Partial<ReleaseHost>;
    } = {},
) {
  const services = await createTestServices(options);
  const log = createLog('test', process.env.LOG_LEVEL ?? 'silent');
  const host = {
    presentRelease: async () => 'present',
    hasRelease: () => true,
    images: async () => [],
    buildImage: async () => 'present',
    list: async () => [],
    ...options.host,
  };
  const administration = createAdministration({
    db: services.db,
    accounts: services,
    host,
    releases: createReleaseChoice({ db: services.db, host, activity: services.activity, log, now: services.clock.now }),
    ingress: options.ingress ?? {},
    enqueueOperation: async (trx, id) => void trx.executionPromise.then(() => administration.operations.take(id)),
    longestAnswerMs: 120_000,
    log,
    publicConfig: {
      baseDomain: 'localhost:3000',
      providers: [],
      payments: services.payments.provider !== undefined,
      maxShared: false,
      supportEmail: 'help@bars.example',
      company: { name: null, inn: null, address: null, phone: null },
      sandbox: { chat: true, max: true, mail: true, payments: services.payments.bank !== undefined },
    },
    seesSandbox: isLocalRequest,
    now: services.clock.now,
  });
  const stopOperations = administration.operations.watch();
  const venues = {
    async caller(id: string | undefined, secret: string | undefined) {
      if (id !== VENUE.id || secret !== VENUE.secret) throw new Unauthorized();
    },
  };
  const guard = createGuard(services.sessions);
  const app = express();
  app.set('trust proxy', 'loopback');
  app.use(requestId, rememberRequest);
  const ofOthers: Module = {
    unparsedRoutes: [
      { path: '/sandbox/api/mails', access: 'anyone', router: mailboxRoutes(createMailbox(services.outbox)) },
    ],
    ...createTenantCatalogueModule({ ...administration, tenantCalls: venues }),
  };
  mountModules(app, guard, [...services.modules, ...administration.modules, ofOthers], compareAnswer);
  app.use(notFound, errorHandler(createLog('test', process.env.LOG_LEVEL ?? 'silent')));
  const server = app.listen(0, '127.0.0.1');
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  let people = 0;

  async function signUp(role: 'customer' | 'admin' = 'customer') {
    people += 1;
    const email = `${role}${people}@bar.example`;
    const input = { email, password: PASSWORD, name: `Анна ${people}` };
    const { account, token, refreshToken } = await services.auth.register(input, `10.0.${people}.1`);
    if (role === 'admin') await services.db('users').where({ id: account.id }).update({ role });
    return { id: account.id, email, token, refreshToken };
  }

  return {
    ...services,
    administration,
    signUp,
    call: supertest(server),
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await stopOperations();
      await services.close();
    },
  };
}
export type TestApi = Awaited<ReturnType<typeof createTestApi>>;

export const PASSWORD = 'correct horse';
export const bearer = ({ token }: { token: string }): [string, string] => ['Authorization', `Bearer ${token}`];

/** Waits for a result that comes asynchronously; the error names what was awaited. */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>, ms = 120_000): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Not in ${ms} ms: ${what}`);
    await sleep(20);
  }
}
