import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMemoryStore } from '@ostatok/kit/node/attempts.ts';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import { errorHandler, KEEP_ALIVE_MS } from '@ostatok/kit/node/http.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import express, { type RequestHandler } from 'express';
import type { Guard } from '../../../api/src/access/guard.routes.ts';
import { mountRoutes } from '../../../api/src/access/mounted.routes.ts';
import { createMaxModule, type MaxDeps } from '../../../api/src/max/module.ts';
import { MAX_TOKEN } from '../../../api/src/max/purpose.ts';
import { findTenant } from '../../../api/src/platform/tenant-rows.queries.ts';
import { createDatabase } from '../database/postgres.ts';
import { insertVenueRow } from '../sandbox/sandbox.ts';
import { INTERNAL_SECRET } from '../venue/tenant.ts';
import type { MaxBot } from './dialogs.ts';
import type { MaxServer } from './server-types.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever field of an update it expects
export type AnyUpdate = Record<string, any> & { update_id: number };
type Deliver = (tenantId: string, updates: AnyUpdate[]) => Promise<void>;

const secrets = createSecrets('max-test-key-max-test-key-max-test-key');
const sealToken = (token: string): string => secrets.seal(token, MAX_TOKEN);

/** Who is signed in to the platform is tested on a whole one. */
const refuse: RequestHandler = () => {
  throw new Unauthorized();
};

interface ProcessOptions {
  max: MaxServer;
  databaseUrl: string;
  webhooks: boolean;
  sharedToken?: string | undefined;
  deliver: Deliver;
  now?: (() => Date) | undefined;
  rates?: MaxDeps['rates'];
}

/** One api process's bridge to MAX, as far as venues and MAX see it. */
async function startProcess({ max, databaseUrl, webhooks, sharedToken, deliver, now, rates }: ProcessOptions) {
  const db: Knex = connect(databaseUrl, { max: 6 });
  const log = createLog('test', process.env.MAX_TEST_LOG ?? 'silent');
  const app = express();
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const module = createMaxModule({
    db,
    secrets,
    apiRoot: max.url,
    sharedToken,
    webhooksAt: webhooks ? url : undefined,
    addresses: {
      publicUrl: 'https://ostatok.example',
      baseDomain: 'ostatok.example',
      botUrlPrefixes: { telegram: 'https://t.me/', max: 'https://max.ru/' },
    },
    tenantCalls: {
      async caller(id, secret) {
        const row = id && secret === INTERNAL_SECRET ? await findTenant(db, id) : undefined;
        if (!row) throw new Unauthorized();
        return row;
      },
    },
    // what owners do with their bots is tested on a whole platform
    attemptStore: createMemoryStore,
    whileAsleep: (_tenantId, work) => work(),
    runtime: { telegramCode: async () => 'code' },
    activity: { record: async () => undefined },
    mail: { enqueue: async () => '' },
    deliver: deliver as never,
    now: now ?? (() => new Date()),
    ...(rates && { rates }),
    log,
  });
  for (const one of module.unparsedRoutes) if (!Array.isArray(one)) app.use(one.path, one.router);
  app.use(express.json());
  mountRoutes(app, { requireSignedIn: refuse, requireUser: refuse, requireAdmin: [refuse] } as Guard, module.routes);
  app.use(errorHandler(log));
  const stops = await Promise.all(module.watches.map((watch) => watch.start()));
  return {
    db,
    url,
    module,
    ...module.services.max,
    /** What the venue's process is given to call the Bot API with. */
    venueEnv: { PLATFORM_URL: url, INTERNAL_SECRET },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      for (const stop of stops) await stop();
      await db.destroy();
    },
  };
}
export type BridgeProcess = Awaited<ReturnType<typeof startProcess>>;

export interface BridgeOptions {
  max: MaxServer;
  /** Whether MAX brings events, or is polled for them. */
  webhooks?: boolean;
  sharedToken?: string;
  deliver?: Deliver;
  /** The status with which a venue refuses what it is given now; undefined where it takes it. */
  refuse?: (tenantId: string) => number | undefined;
  now?: () => Date;
  /** How many messages may be sent in what time. */
  rates?: MaxDeps['rates'];
}

/** The platform's bridge on a database of its own; `taken` holds what venues got. */
export async function startBridge({ max, webhooks = true, ...options }: BridgeOptions) {
  const database = await createDatabase('platform');
  const taken: { tenantId: string; update: AnyUpdate }[] = [];
  const deliver: Deliver =
    options.deliver ??
    (async (tenantId, updates) => {
      const status = options.refuse?.(tenantId);
      if (status !== undefined) throw Object.assign(new Error('refused'), { status });
      taken.push(...updates.map((update) => ({ tenantId, update })));
    });
  const processes: BridgeProcess[] = [];
  const launch = async (configured: { sharedToken?: string | undefined } = {}): Promise<BridgeProcess> => {
    const base = { ...options, ...configured, max, databaseUrl: database.url };
    const started = await startProcess({ ...base, webhooks, deliver });
    processes.push(started);
    return started;
  };
  const first = await launch();
  let venues = 0;

  return {
    ...first,
    taken,
    databaseUrl: database.url,
    /** Whether everything that has come is with the venues, but for what waits until a venue is chosen. */
    async isSettled(): Promise<boolean> {
      const waiting = await first.db('max_events').whereNull('handled_at').where({ awaits_venue: false }).first('id');
      return waiting === undefined;
    },
    /** Another api process on the same database, perhaps with another shared bot in its configuration, or none. */
    launch,
    /** A venue that takes messages through this bot of its own, or through the shared one. */
    async venue(bot?: MaxBot, { name = 'Бар', status = 'active', isSeen = true } = {}): Promise<string> {
      venues += 1;
      const id = `t${String(venues).padStart(10, '0')}`;
      await insertVenueRow(first.db, { id: venues, token: `${venues}:none` }, { id, status });
      await first.db('tenants').where({ id }).update({ display_name: name });
      if (bot) {
        const sealed = { user_id: bot.user_id, username: bot.username, token_sealed: sealToken(bot.token) };
        await first.db('max_bots').insert(sealed).onConflict('user_id').ignore();
      }
      const found = bot ? { user_id: bot.user_id } : { is_shared: true };
      const row = await first.db('max_bots').where(found).first('id');
      await first.db('tenants').where({ id }).update({ max_bot_id: row.id });
      if (isSeen) for (const process of processes) await process.look();
      return id;
    },
    /** Gives the bot the token that its owner has got anew. */
    async replaceToken({ user_id, token }: MaxBot): Promise<void> {
      await first
        .db('max_bots')
        .where({ user_id })
        .update({ token_sealed: sealToken(token) });
      for (const process of processes) await process.look();
    },
    /** A call of the Bot API as the venue makes it. */
    async call(tenantId: string, method: string, params: object): Promise<{ status: number; body: AnyUpdate }> {
      const answer = await fetch(`${first.url}/internal/max/bot0:max/${method}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${INTERNAL_SECRET}`,
          'x-tenant-id': tenantId,
          'content-type': 'application/json',
        },
        body: JSON.stringify(params),
      });
      return { status: answer.status, body: (await answer.json()) as AnyUpdate };
    },
    async stopAll(): Promise<void> {
      await Promise.all(processes.map((process) => process.stop()));
      await database.drop();
    },
  };
}
export type Bridge = Awaited<ReturnType<typeof startBridge>>;
