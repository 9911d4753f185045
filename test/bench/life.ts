import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { io, type Socket } from 'socket.io-client';
import { TENANT_FLAGS, TENANT_MALLOC } from '../../api/src/hosting/tenant-flags.ts';
import { call } from '../support/platform/platform.ts';
import { rawRequest } from '../support/venue/venue-call.ts';
import { slowdown } from './machine.ts';
import { type PlatformProcess, startPlatformProcess } from './platform-process.ts';
import { cpuOf, cpuOfFamily, familyOf, postgresPid, proportionalMegabytes, tenantPids } from './process-cpu.ts';
import { atMost, type Row } from './row.ts';
import { median } from './times.ts';

const VENUES = Number(process.env.OSTATOK_VENUES ?? 300);
const AWAKE = 20;
const WOKEN = 7;
const OWNERS = 3;
const PASSWORD = 'correct horse battery staple';
const MAX_WAKE_MS = 500;
const AGAIN_MS = 1000;
/** Longer than unused database connections are kept, and than a venue that nobody uses stays awake. */
const SETTLE_MS = 90_000;
const WATCH_MS = 120_000;

interface Venue {
  id: string;
  host: string;
  credentials: { username: string; password: string };
}

/** Megabytes of one Node among AWAKE, with nothing and with a venue's packages. */
interface Bare {
  node: number;
  packages: number;
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const megabytesOf = async (pids: number[]): Promise<number[]> => Promise.all(pids.map(proportionalMegabytes));

/**
 * The packages that a venue stands on, each used as little as can be. A venue takes no less than this without leaving one
 * of them out.
 */
const PACKAGES = `
  const [{ default: express }, { default: knex }, { Server }, { Bot }] =
    await Promise.all(['express', 'knex', 'socket.io', 'grammy', 'yup'].map((name) => import(name)));
  express().listen(0, '127.0.0.1');
  knex({ client: 'pg', connection: 'postgres://nobody@127.0.0.1:1/none' });
  new Server();
  new Bot('1:a');
`;

/**
 * The memory of one Node among AWAKE of them that runs `program`: Node itself, which is most of it, is divided by all,
 * as that of tenants is.
 */
async function megabytesOfEach(program = '', flags: string[] = [], env = process.env): Promise<number> {
  const each: ChildProcess[] = [];
  const script = `${program}; setInterval(() => {}, 1e6)`;
  for (let made = 0; made < AWAKE; made += 1) {
    const args = [...flags, '--input-type=module', '-e', script];
    each.push(spawn(process.execPath, args, { stdio: 'ignore', env, cwd: import.meta.dirname }));
  }
  await sleep(15_000);
  const value = mean(await megabytesOf(each.map(({ pid }) => pid ?? 0)));
  for (const child of each) child.kill();
  return value;
}

async function openVenues(platform: PlatformProcess, db: Knex, owner: number, count: number): Promise<Venue[]> {
  const { url, port } = platform;
  const account = { email: `owner${owner}@bar.example`, password: PASSWORD, name: 'Анна' };
  const { body } = await call(url, 'POST', '/api/auth/register', { body: account });
  const plan = db('plans').where({ name: 'corporate' }).select('id');
  await db('subscriptions').where({ user_id: body.user.id }).update({ plan_id: plan });
  const venues: Venue[] = [];
  const again = { email: account.email, password: PASSWORD };
  let { token } = body;
  while (venues.length < count) {
    // on a slow machine a session ends before a hundred venues are made
    if (venues.length % 20 === 19) token = (await call(url, 'POST', '/api/auth/login', { body: again })).body.token;
    const subdomain = `bar-${owner}-${venues.length}`;
    const bot = await call(url, 'POST', '/sandbox/api/bots', { body: { name: 'Бот' } });
    const order = { subdomain, botToken: bot.body.bot.token, adminUsername: 'boss' };
    const made = await call(url, 'POST', '/api/provision/create', { token, body: order });
    if (made.status !== 201) throw new Error(`creation answered ${made.status}: ${JSON.stringify(made.body)}`);
    const { tenant, adminCredentials } = made.body;
    venues.push({ id: tenant.tenant_id, host: `${subdomain}.localhost:${port}`, credentials: adminCredentials });
  }
  return venues;
}

/** Wakes the venue and keeps a panel open, as over a quiet evening. */
async function openPanel(port: number, { host, credentials }: Venue): Promise<Socket> {
  const answer = await rawRequest(port, {
    method: 'POST',
    path: '/api/auth/login',
    host,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { token } = JSON.parse(answer.text);
  const socket = io(`http://127.0.0.1:${port}`, {
    auth: { token },
    transports: ['websocket'],
    extraHeaders: { host },
    forceNew: true,
  });
  // a venue that wakes beside nineteen others may refuse at first, and the library does not try again after that
  socket.on('connect_error', () => {
    if (!socket.active) setTimeout(() => socket.connect(), AGAIN_MS);
  });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return socket;
}

/** How long the first visitor of a venue waits while it wakes, one venue after another. */
async function wakeMs(port: number, venues: Venue[]): Promise<number> {
  const times: number[] = [];
  for (const { host } of venues) {
    const from = performance.now();
    const { status } = await rawRequest(port, { method: 'GET', path: '/', host });
    if (status !== 200) throw new Error(`a venue that wakes answered ${status}`);
    times.push(performance.now() - from);
  }
  return median(times);
}

async function measure(platform: PlatformProcess, db: Knex, venues: Venue[], bare: Bare): Promise<Row[]> {
  const awake = venues.slice(0, AWAKE);
  const panels = await Promise.all(awake.map((venue) => openPanel(platform.port, venue)));
  await sleep(SETTLE_MS);
  const pids = await tenantPids(venues.map(({ id }) => id));
  const postgres = await postgresPid(db);
  const read = async (): Promise<[number, number, number]> => [
    (await Promise.all(pids.map(cpuOf))).reduce((sum, value) => sum + value, 0),
    await cpuOf(platform.pid),
    await cpuOfFamily(postgres),
  ];
  const [before, from] = [await read(), performance.now()];
  await sleep(WATCH_MS);
  const [after, ms] = [await read(), performance.now() - from];
  const share = (place: 0 | 1 | 2): number => (100 * (after[place] - before[place])) / ms;
  const one = mean(await megabytesOf(pids));
  const server = (await megabytesOf(await familyOf(postgres))).reduce((sum, value) => sum + value, 0);
  const asleep = venues.slice(AWAKE).map(({ id }) => id);
  const connections = await db('pg_stat_activity').whereIn('datname', asleep).count({ count: '*' }).first();
  const value = pids.length - AWAKE + Number(connections?.count);
  const slower = await slowdown();
  const wake = await wakeMs(platform.port, venues.slice(AWAKE, AWAKE + WOKEN));
  for (const panel of panels) panel.close();
  const figureOf = (name: string, figure: number, unit: string): Row => ({ name, value: figure, unit, ok: true });
  return [
    {
      ...figureOf(`Неспящее заведение без дела, одно из ${AWAKE}`, one, 'МБ'),
      floor: bare.node,
      ratio: one / bare.node,
    },
    {
      ...figureOf('… голый Node с пакетами заведения: express, knex, pg, socket.io, grammY, yup', bare.packages, 'МБ'),
      floor: bare.node,
      ratio: bare.packages / bare.node,
    },
    { name: `Спящие (${asleep.length}): процессов и соединений`, value, unit: '', limit: 0, ok: value === 0 },
    figureOf(`Процессор: ${AWAKE} неспящих вместе`, share(0), '% ядра'),
    figureOf(`… платформа с ${venues.length} заведениями`, share(1), '% ядра'),
    figureOf('… PostgreSQL', share(2), '% ядра'),
    figureOf('Память платформы', await proportionalMegabytes(platform.pid), 'МБ'),
    figureOf('… PostgreSQL', server, 'МБ'),
    atMost('Спящее заведение просыпается до первого ответа', wake, MAX_WAKE_MS * slower),
  ];
}

/** Many venues on one machine, of which few are awake, as at night. Works on Linux only. */
export async function bench(): Promise<Row[]> {
  if (process.platform !== 'linux') return [];
  const bare = {
    node: await megabytesOfEach(),
    packages: await megabytesOfEach(PACKAGES, TENANT_FLAGS, { ...process.env, ...TENANT_MALLOC }),
  };
  const platform = await startPlatformProcess({ TENANT_IDLE_MINUTES: '1' });
  const db = connect(platform.databaseUrl, { min: 1, max: 2 });
  try {
    const owners = Array.from({ length: OWNERS }, (_, owner) => owner);
    const venues = await Promise.all(owners.map((owner) => openVenues(platform, db, owner, VENUES / OWNERS)));
    return await measure(platform, db, venues.flat(), bare);
  } finally {
    await db.destroy();
    await platform.stop();
  }
}
