import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { KEEP_ALIVE_MS } from '@ostatok/kit/node/http.ts';
import { inScopeOf, nameRequest, REQUEST_ID_HEADER } from '@ostatok/kit/node/request-scope.ts';
import { createAccounts } from '../account/account.service.ts';
import { createBilling } from '../billing/billing.service.ts';
import { createEgressProxy } from '../egress/egress-proxy.ts';
import { requireEngine } from '../hosting/containers/prepare.ts';
import { createAllowedHosts } from '../ingress/allowed-hosts.ts';
import { createFront } from '../ingress/front.ts';
import { createPlatformVisitors } from '../ingress/visitors.ts';
import { sandboxViewers } from '../sandbox/viewers.ts';
import { addressesOf, trustedProxiesOf } from '../settings.ts';
import { settleRestores, startWork } from './background-work.ts';
import { createApp } from './http-app.ts';
import { type ConnectListener, listenForTenants } from './internal-listener.ts';
import { createModules } from './modules.ts';
import { openDatabase } from './open-database.ts';
import type { PlatformOptions } from './platform-options.ts';
import { createStartupGate, listen } from './startup-gate.ts';

/** Starts the whole platform on a running PostgreSQL. The platform answers requests when this resolves. */
export async function startPlatform(options: PlatformOptions) {
  const { config, root, log, now } = options;
  const base = await openDatabase(options);
  const { db, jobs } = base;
  await options.beforeListening?.({ db, accounts: createAccounts({ db, billing: createBilling({ db, now }) }) });
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  const gate = createStartupGate(server, { hasOthers: options.config.NGINX_UPSTREAMS.length > 1 });
  const port = await listen(server, options);
  const { containers, lifecycle } = options;
  const addresses = addressesOf(config, options.databaseUrl, port, containers?.address);
  const internal = containers && (await listenForTenants(containers, addresses, { config, port, lifecycle }));
  options.onListening?.();
  if (containers) await requireEngine(config, containers);
  const services = createModules(options, base, addresses);
  const isTrusted = trustedProxiesOf(config);
  const app = createApp({
    modules: services.modules,
    sessions: services.accounts.sessions,
    pages: services.administration.pages,
    isTrusted,
    seesSandbox: sandboxViewers(config),
    root,
    publicUrl: addresses.publicUrl,
    metricsToken: config.METRICS_TOKEN,
    isReady: services.isReady,
    jobRuns: jobs.runs,
    onAnswer: options.onAnswer,
    log,
  });
  // the others see this process before it starts a tenant, and until the last one has ended: a step stops the later, the earlier
  // it was added
  lifecycle.onStop('process reports', await services.upkeep.reports.watch());
  await settleRestores(options, services);
  const { ingress } = services.venues;
  const { challengeAnswers } = services;
  const front = createFront({
    publicUrl: addresses.publicUrl,
    isAllowed: createAllowedHosts(config, addresses, services.isOwnDomain),
    isTrusted,
    security: services.accounts.security,
  });
  const visitors = createPlatformVisitors({ isTrusted });
  const { caller } = services.venues.tenantCalls;
  const egress = createEgressProxy({ caller, allowPrivate: config.FEEDS_PRIVATE_ADDRESSES ?? false, log });
  lifecycle.onStop('egress', egress.close);
  const connect: ConnectListener = (req, socket, head) => {
    nameRequest(req);
    inScopeOf(req, () => void egress.handle(req, socket as Socket, head));
  };
  gate.open(
    (req, res) => {
      res.setHeader(REQUEST_ID_HEADER, nameRequest(req));
      inScopeOf(
        req,
        () =>
          (challengeAnswers.isChallenge(req) && (visitors.web(req, res) || challengeAnswers.web(req, res))) ||
          front.web(req, res) ||
          ingress.web(req, res) ||
          visitors.web(req, res) ||
          app(req, res),
      );
    },
    (req, socket, head) => {
      nameRequest(req);
      inScopeOf(req, () => front.upgrade(req, socket) || ingress.upgrade(req, socket, head));
    },
  );
  server.on('connect', connect);
  internal?.open((req, res) => {
    res.setHeader(REQUEST_ID_HEADER, nameRequest(req));
    inScopeOf(req, () => app(req, res));
  }, connect);
  await startWork(options, base, services, server);
  log.info({ port }, 'listening');
  return { ...services, port, addresses, db };
}
export type Platform = Awaited<ReturnType<typeof startPlatform>>;
