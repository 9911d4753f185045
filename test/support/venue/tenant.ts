import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '@ostatok/kit/node/db.ts';
import { KEEP_ALIVE_MS } from '@ostatok/kit/node/http.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import type { Item } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import type { ClientToServer, ServerToClient } from '@ostatok/tenant-runtime/contract/socket.ts';
import type { Role } from '@ostatok/tenant-runtime/contract/users.ts';
import type { ExecutionContext } from 'ava';
import { io, type Socket } from 'socket.io-client';
import request from 'supertest';
import { createApp } from '../../../tenant-runtime/src/app.ts';
import { type Config, loadConfig } from '../../../tenant-runtime/src/config.ts';
import { createDatabase } from '../database/postgres.ts';
import { compareAnswer } from '../http/answers.ts';

export const INTERNAL_SECRET = 'test-internal-secret-test-internal-secret';

export interface TenantOptions {
  /** Variables of a tenant's environment, such as BOT_TOKEN or MAX_USERS. */
  env?: Record<string, string>;
  clock?: () => Date;
  /** Folders with built pages, for tests of pages. */
  pages?: { panel: string; scanner: string };
}

export type LiveClient = Socket<ServerToClient, ClientToServer>;

function configFor(databaseUrl: string, env: Record<string, string>): Config {
  return loadConfig({
    TENANT_ID: 'test-tenant',
    VENUE_NAME: 'Бар «Проба»',
    DATABASE_URL: databaseUrl,
    INTERNAL_SECRET,
    PUBLIC_URL: 'http://proba.localhost:3000',
    LOG_LEVEL: 'silent',
    ...env,
  });
}

const silent = createLog('tenant', 'silent');

/** Starts another process of the same tenant, as an update does beside the old one. It stops with the test. */
export async function startBeside(t: ExecutionContext, { config }: Tenant, clock: () => Date = () => new Date()) {
  const db = connect(config.DATABASE_URL, { max: 3 });
  const pages = { panel: '/nonexistent', scanner: '/nonexistent' };
  const app = createApp({
    config,
    db,
    log: silent,
    clock,
    pages,
    takeOver: async () => {},
    requestStop: () => {},
    onAnswer: compareAnswer,
  });
  t.teardown(async () => {
    await app.close();
    await db.destroy();
  });
  const signedIn = (token: string): Tenant['user'] =>
    Object.assign(request.agent(app.handler).set('Authorization', `Bearer ${token}`), { token, id: 0, username: '' });
  return Object.assign(signedIn, { services: app.services });
}

/**
 * A tenant of the test's own: the real app on a fresh database, with an administrator and a user. It stops with the
 * test.
 */
export async function startTenant(t: ExecutionContext, { env = {}, clock, pages }: TenantOptions = {}) {
  const database = await createDatabase('tenant');
  const config = configFor(database.url, env);
  const db = connect(database.url, { max: 3 });
  const nowhere = { panel: '/nonexistent', scanner: '/nonexistent' };
  let stopRequests = 0;
  const app = createApp({
    config,
    db,
    log: createLog('tenant', config.LOG_LEVEL),
    clock: clock ?? (() => new Date()),
    pages: pages ?? nowhere,
    takeOver: async () => {},
    requestStop: () => {
      stopRequests += 1;
    },
    onAnswer: compareAnswer,
  });
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app.handler);
  app.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sockets: LiveClient[] = [];

  /** A signed-in client: `client.get('/api/items')`, `client.post('/api/changes').send({…})`, as in supertest. */
  async function asNewUser(username: string, role: Role = 'user', name = '') {
    const [row] = await db('users').insert({ username, role, name }).returning('*');
    const token = await app.services.sessions.issue(row, 30 * 24 * 3600);
    const agent = request.agent(url).set('Authorization', `Bearer ${token}`);
    return Object.assign(agent, { token, id: row.id as number, username });
  }

  async function stop(): Promise<void> {
    for (const socket of sockets) socket.disconnect();
    await app.services.live.close();
    server.close();
    server.closeAllConnections();
    await app.close();
    await db.destroy();
    await database.drop();
  }
  t.teardown(stop);

  const admin = await asNewUser('boss', 'admin', 'Анна');
  const user = await asNewUser('barman', 'user', 'Иван');
  return {
    url,
    config,
    db,
    app,
    services: app.services,
    admin,
    user,
    /** A client without a token. */
    anonymous: request.agent(url),
    /** A client that calls `/internal/*` as the platform does. */
    platform: request.agent(url).set('Authorization', `Bearer ${INTERNAL_SECRET}`),
    asNewUser,
    stopRequests: () => stopRequests,
    /** Creates an item through the API, in litres unless given, and confirms its quantity. */
    async createItem(fields: Partial<Item> & { name: string }): Promise<Item> {
      const answer = await admin.post('/api/items').send({ unit: 'л', confirmed: true, ...fields });
      if (answer.status !== 201) throw new Error(`item was not created: ${JSON.stringify(answer.body)}`);
      return answer.body.item;
    },
    /** A connected socket; rejects with the server's message when the token is rejected. */
    async socket(token: string): Promise<LiveClient> {
      const socket: LiveClient = io(url, { auth: { token }, transports: ['websocket'], reconnection: false });
      sockets.push(socket);
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      return socket;
    },
  };
}
export type Tenant = Awaited<ReturnType<typeof startTenant>>;
