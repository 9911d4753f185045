import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@ostatok/kit/node/config.ts';
import { connect } from '@ostatok/kit/node/db.ts';
import { createLifecycle } from '@ostatok/kit/node/lifecycle.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import { type Platform, startPlatform } from '../../../api/src/bootstrap/platform.ts';
import type { PlatformOptions } from '../../../api/src/bootstrap/platform-options.ts';
import { platformEnvSchema } from '../../../api/src/config.ts';
import { type Containers, prepareContainers } from '../../../api/src/hosting/containers/prepare.ts';
import { quickPasswords } from '../account/quick-passwords.ts';
import { removeContainers, serveAtGateway } from '../containers/containers-ground.ts';
import { createDatabase, serverUrl } from '../database/postgres.ts';
import { compareAnswer } from '../http/answers.ts';
import { rawRequest } from '../venue/venue-call.ts';

export const root = join(import.meta.dirname, '../../..');

export interface TestPlatform extends Platform {
  /** http://127.0.0.1:PORT */
  url: string;
  home: string;
  databaseUrl: string;
  /** The engine that its tenants run on, if they are containers. */
  containers: Containers | undefined;
  /** Stops everything it started and drops its databases. */
  stop: () => Promise<void>;
}

/** Drops the databases and roles of one platform's tenants: they outlive the platform. */
export async function dropTenants(databaseUrl: string): Promise<void> {
  const platform = connect(databaseUrl, { max: 1 });
  const ids: string[] = await platform('tenants').pluck('id');
  await platform.destroy();
  const server = connect(serverUrl(), { max: 1 });
  for (const id of ids) {
    // including the databases that a restore has kept
    const owned: string[] = await server('pg_database').whereRaw('pg_get_userbyid(datdba) = ?', [id]).pluck('datname');
    for (const name of owned) await server.raw('drop database if exists ?? with (force)', [name]);
    await server.raw('drop role if exists ??', [id]);
  }
  await server.destroy();
}

/**
 * A whole real platform in this process, on a free port, with a home and a database of its own, tenants as processes of
 * the built bundle, and the built-in Bot API. `env` is the platform's environment.
 */
export async function startTestPlatform(
  env: Record<string, string> = {},
  options: Partial<PlatformOptions> = {},
): Promise<TestPlatform> {
  const home = await mkdtemp(join(tmpdir(), 'ostatok-home-'));
  await chmod(home, 0o755);
  const database = await createDatabase('platform');
  const given = loadConfig(platformEnvSchema, { PORT: '0', NODE_ENV: 'test', OSTATOK_HOME: home, ...env });
  const containers = options.containers ?? (await prepareContainers(given, home));
  // another platform on the same engine may serve it already
  const isServed = options.containers !== undefined && given.TENANT_DATABASE_URL !== undefined;
  const served = containers && !isServed ? await serveAtGateway(containers, serverUrl()) : undefined;
  const config = served ? { ...given, TENANT_DATABASE_URL: served.url } : given;
  const log = createLog('platform', process.env.LOG_LEVEL ?? 'silent');
  const lifecycle = createLifecycle(log);
  const secretKey = randomBytes(32).toString('base64url');
  const logFile = join(home, 'platform.log');
  const ways = { home, root, log, logFile, lifecycle };
  const own = { ...ways, config, containers, databaseUrl: database.url, secretKey, alone: true };
  const platform = await startPlatform({
    ...own,
    passwords: quickPasswords(),
    longestAnswerMs: 120_000,
    longestWakeMs: 120_000,
    onAnswer: compareAnswer,
    ...options,
  });
  return {
    ...platform,
    url: platform.addresses.platformUrl,
    home,
    databaseUrl: database.url,
    containers,
    async stop() {
      await lifecycle.stop();
      if (containers && !options.containers) await removeContainers(containers);
      served?.stop();
      await dropTenants(database.url);
      await database.drop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

export interface TestOwner {
  userId: number;
  email: string;
  password: string;
  token: string;
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;
}

export interface CallOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what the test is about
  body: any;
}

export async function call(base: string, method: string, path: string, options: CallOptions = {}): Promise<Reply> {
  const response = await fetch(base + path, {
    method,
    headers: {
      accept: 'application/json',
      // the server may close a kept-alive connection just when it is reused
      connection: 'close',
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
  }).catch((error) => {
    // «fetch failed» alone does not tell the cause
    throw new Error(`${method} ${path}: ${error.cause ?? error}`, { cause: error });
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: text ? JSON.parse(text) : undefined,
  };
}

let registered: Promise<unknown> = Promise.resolve();

/**
 * Registers accounts one after another: the tests of a file share one address, and the platform limits how many
 * registrations of it may wait.
 */
function register(platform: TestPlatform, account: { email: string; password: string; name: string }): Promise<Reply> {
  const answer = registered.then(() => call(platform.url, 'POST', '/api/auth/register', { body: account }));
  registered = answer.catch(() => undefined);
  return answer;
}

/** Registers an owner through the API; a `plan` other than the free one is granted in the database. */
export async function newOwner(platform: TestPlatform, plan = 'professional'): Promise<TestOwner> {
  const email = `owner-${randomBytes(5).toString('hex')}@test.example`;
  const password = randomBytes(9).toString('base64url');
  const answer = await register(platform, { email, password, name: 'Тест' });
  if (answer.status !== 201) throw new Error(`registration answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  const userId: number = answer.body.user.id;
  const token: string = answer.body.token;
  await platform
    .db('subscriptions')
    .where({ user_id: userId })
    .update({ plan_id: platform.db('plans').where({ name: plan }).select('id') });
  return {
    userId,
    email,
    password,
    token,
    call: (method, path, body, headers) => call(platform.url, method, path, { token, body, headers }),
  };
}

/** Creates a bot of the built-in Bot API. */
export async function newBot(
  platform: TestPlatform,
  name = 'Бот',
): Promise<{ id: number; token: string; username: string }> {
  if (!platform.sandbox) throw new Error('the platform runs without the built-in Bot API');
  return platform.sandbox.createBot(name);
}

export interface TestVenue {
  id: string;
  subdomain: string;
  token: string;
  bot: { id: number; token: string; username: string };
  credentials: { username: string; password: string };
  telegramLink: string;
  /** Calls the tenant through the ingress, under its own name. */
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;
}

/** Calls through the ingress: the address is the platform's, the tenant's name is in the Host header. */
export async function callVenue(
  platform: Pick<TestPlatform, 'port'>,
  subdomain: string,
  method: string,
  path: string,
  { token, body, headers = {} }: CallOptions = {},
): Promise<Reply> {
  const answer = await rawRequest(platform.port, {
    method,
    path,
    host: `${subdomain}.localhost:${platform.port}`,
    headers: {
      accept: 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { ...answer, body: isJson ? JSON.parse(answer.text) : answer.text };
}

/** Signs in as the tenant's administrator; the result calls the tenant through the ingress, under its own name. */
export async function signInTo(
  platform: TestPlatform,
  venue: Pick<TestVenue, 'subdomain' | 'credentials'>,
): Promise<Pick<TestVenue, 'token' | 'call'>> {
  const reach = (method: string, path: string, options: CallOptions = {}): Promise<Reply> =>
    callVenue(platform, venue.subdomain, method, path, options);
  const signedIn = await reach('POST', '/api/auth/login', { body: venue.credentials });
  const token: string = signedIn.body.token;
  return { token, call: (method, path, body, headers) => reach(method, path, { token, body, headers }) };
}

/** Creates a tenant through the API, as an owner does, and signs its administrator in. */
export async function newVenue(platform: TestPlatform, owner: TestOwner): Promise<TestVenue> {
  const bot = await newBot(platform);
  const subdomain = `v-${randomBytes(5).toString('hex')}`;
  const made = await owner.call('POST', '/api/provision/create', {
    subdomain,
    botToken: bot.token,
    displayName: 'Бар «Проба»',
    adminUsername: 'boss',
  });
  if (made.status !== 201) throw new Error(`creation answered ${made.status}: ${JSON.stringify(made.body)}`);
  const credentials = made.body.adminCredentials;
  const signedIn = await signInTo(platform, { subdomain, credentials });
  const { telegramLink } = made.body;
  return { id: made.body.tenant.tenant_id, subdomain, bot, credentials, telegramLink, ...signedIn };
}
