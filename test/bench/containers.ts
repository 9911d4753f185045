import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '@ostatok/kit/node/config.ts';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import type Docker from 'dockerode';
import { platformEnvSchema } from '../../api/src/config.ts';
import { unlessSo } from '../../api/src/hosting/containers/engine.ts';
import { type Containers, prepareContainers } from '../../api/src/hosting/containers/prepare.ts';
import { removeContainers, serveAtGateway } from '../support/containers/containers-ground.ts';
import { startEngine } from '../support/containers/docker-engine.ts';
import { serverUrl } from '../support/database/postgres.ts';
import { call } from '../support/platform/platform.ts';
import { rawRequest } from '../support/venue/venue-call.ts';
import { slowdown } from './machine.ts';
import { type PlatformProcess, startPlatformProcess } from './platform-process.ts';
import { proportionalMegabytes } from './process-cpu.ts';
import { atMost, type Row } from './row.ts';
import { median } from './times.ts';

const VENUES = Number(process.env.OSTATOK_VENUES ?? 100);
const AWAKE = 20;
const WOKEN = 7;
const PASSWORD = 'correct horse battery staple';
const MAX_CREATE_MS = 3000;
const MAX_WAKE_MS = 1000;
const VISITS = 300;
/** How much longer the slowest twentieth of visits may take beside a tenant that takes all it can. */
const MAX_HARM = 2;
const SETTLE_MS = 20_000;
/** A machine's own noise is as large as a small harm, so each harm is measured this often, beside a quiet moment each time. */
const ROUNDS = 3;
/** How many of a greedy tenant's programs run at once. */
const LOOPS = 4;

interface Venue {
  id: string;
  host: string;
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const p95 = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

/** What a hostile tenant may do as whoever it likes inside its container. */
const GREED = {
  процессор: 'for (;;);',
  память: 'const all = []; for (;;) all.push(Buffer.alloc(2 ** 24, 1));',
  процессы: `const { spawn } = await import('node:child_process');
    for (;;) { spawn(process.execPath, ['-e', 'for (;;);']).on('error', () => {}); await new Promise((go) => setTimeout(go, 5)); }`,
  диск: `const { appendFileSync, rmSync } = await import('node:fs');
    for (;;) try { appendFileSync('/tmp/x', Buffer.alloc(2 ** 20)); } catch { rmSync('/tmp/x', { force: true }); }`,
};

async function createVenues(platform: PlatformProcess, db: Knex): Promise<{ venues: Venue[]; times: number[] }> {
  const { url, port } = platform;
  const account = { email: 'owner@bar.example', password: PASSWORD, name: 'Анна' };
  const { body } = await call(url, 'POST', '/api/auth/register', { body: account });
  await db('plans').where({ name: 'corporate' }).update({ max_instances: VENUES });
  const plan = db('plans').where({ name: 'corporate' }).select('id');
  await db('subscriptions').where({ user_id: body.user.id }).update({ plan_id: plan });
  const venues: Venue[] = [];
  const times: number[] = [];
  while (venues.length < VENUES) {
    const subdomain = `bar-${venues.length}`;
    const host = `${subdomain}.localhost:${port}`;
    const bot = await call(url, 'POST', '/sandbox/api/bots', { body: { name: 'Бот' } });
    const order = { subdomain, botToken: bot.body.bot.token, adminUsername: 'boss' };
    const from = performance.now();
    const made = await call(url, 'POST', '/api/provision/create', { token: body.token, body: order });
    if (made.status !== 201) throw new Error(`creation answered ${made.status}: ${JSON.stringify(made.body)}`);
    await visit(port, { id: '', host });
    times.push(performance.now() - from);
    venues.push({ id: made.body.tenant.tenant_id, host });
  }
  // the first one waits for the image to be built
  return { venues, times: times.slice(1) };
}

/** Returns how long the first page of the venue takes. */
async function visit(port: number, { host }: Venue): Promise<number> {
  const from = performance.now();
  const { status } = await rawRequest(port, { method: 'GET', path: '/', host });
  if (status !== 200) throw new Error(`${host} answered ${status}`);
  return performance.now() - from;
}

async function visits(port: number, venue: Venue): Promise<number> {
  const times: number[] = [];
  while (times.length < VISITS) {
    times.push(await visit(port, venue));
    await sleep(10);
  }
  return p95(times);
}

async function begin(docker: Docker, venue: string, script: string): Promise<void> {
  const container = docker.getContainer(venue);
  for (let made = 0; made < LOOPS; made += 1) {
    const exec = await container.exec({ Cmd: ['node', '--input-type=module', '-e', script], User: '0' });
    await exec.start({ Detach: true });
  }
}

/**
 * Returns the slowest twentieth of visits beside as many busy loops as a greedy tenant has, which the kernel runs only
 * where nobody else wants a core: nothing that shares cores out can do better.
 */
async function besideIdlers(port: number, venue: Venue): Promise<number> {
  const idlers = Array.from({ length: LOOPS }, () =>
    spawn('chrt', ['--idle', '0', process.execPath, '-e', GREED.процессор], { stdio: 'ignore' }),
  );
  await Promise.all(idlers.map((idler) => once(idler, 'spawn')));
  try {
    return await visits(port, venue);
  } finally {
    for (const idler of idlers) idler.kill('SIGKILL');
  }
}

async function harms(
  platform: PlatformProcess,
  { engine }: Containers,
  [greedy, other]: [Venue, Venue],
): Promise<Row[]> {
  const { docker, installation } = engine;
  const container = docker.getContainer(`ostatok-${installation}-${greedy.id}`);
  await visits(platform.port, other);
  const harm = async (what: string, measure: () => Promise<number>, isPromised = true): Promise<Row> => {
    const pairs: Array<{ value: number; quiet: number }> = [];
    while (pairs.length < ROUNDS) {
      await visit(platform.port, greedy).catch(() => undefined);
      const quiet = await visits(platform.port, other);
      pairs.push({ value: await measure(), quiet });
    }
    const ordered = pairs.toSorted((a, b) => a.value / a.quiet - b.value / b.quiet);
    const { value, quiet } = ordered[Math.floor(ROUNDS / 2)] as (typeof pairs)[number];
    return {
      name: `p95 соседа${what}`,
      value,
      unit: 'мс',
      floor: quiet,
      ratio: value / quiet,
      ok: !isPromised || value <= quiet * MAX_HARM,
    };
  };
  const besideGreed = async (script: string): Promise<number> => {
    await begin(docker, container.id, script).catch(() => undefined);
    await sleep(2000);
    const slowest = await visits(platform.port, other);
    await container.restart({ t: 0 });
    await sleep(3000);
    return slowest;
  };
  const rows = [
    await harm(' рядом с занятыми без приоритета (предел)', () => besideIdlers(platform.port, other), false),
  ];
  for (const [what, script] of Object.entries(GREED)) {
    rows.push(await harm(`, пока контейнер забирает всё: ${what}`, () => besideGreed(script)));
  }
  return rows;
}

async function measure(platform: PlatformProcess, db: Knex, containers: Containers): Promise<Row[]> {
  const { docker, installation } = containers.engine;
  const { venues, times } = await createVenues(platform, db);
  const slower = await slowdown();
  const names = venues.map(({ id }) => `ostatok-${installation}-${id}`);
  const [awake, asleep] = [names.slice(0, AWAKE), names.slice(AWAKE)];
  for (const name of asleep) await unlessSo(docker.getContainer(name).stop());
  const wakes: number[] = [];
  for (const venue of venues.slice(AWAKE, AWAKE + WOKEN)) wakes.push(await visit(platform.port, venue));
  for (const name of asleep) await unlessSo(docker.getContainer(name).stop());
  await sleep(SETTLE_MS);
  const pids = await Promise.all(awake.map(async (name) => (await docker.getContainer(name).inspect()).State.Pid));
  const memory = mean(await Promise.all(pids.map(proportionalMegabytes)));
  return [
    atMost('Контейнер: от заказа заведения до первой страницы', median(times), MAX_CREATE_MS * slower),
    atMost('… просыпается до первого ответа', median(wakes), MAX_WAKE_MS * slower),
    { name: `… не спит без дела, один из ${AWAKE} (всего ${venues.length})`, value: memory, unit: 'МБ', ok: true },
    ...(await harms(platform, containers, venues as [Venue, Venue])),
  ];
}

/** Venues in containers of a Docker of our own. Works on Linux as root only. */
export async function bench(): Promise<Row[]> {
  const engine = await startEngine();
  if (!engine) return [];
  const secretKey = randomBytes(32).toString('base64url');
  const given = { HOSTING: 'docker', DOCKER_HOST: engine.address, DATABASE_URL: serverUrl(), SECRET_KEY: secretKey };
  const containers = await prepareContainers(loadConfig(platformEnvSchema, given), '');
  if (!containers) return [];
  const served = await serveAtGateway(containers, serverUrl());
  const { DATABASE_URL: _, ...env } = given;
  const platform = await startPlatformProcess({ ...env, TENANT_DATABASE_URL: served.url, TENANT_IDLE_MINUTES: '0' });
  const db = connect(platform.databaseUrl, { min: 1, max: 2 });
  try {
    return await measure(platform, db, containers);
  } finally {
    await db.destroy();
    await platform.stop();
    await removeContainers(containers);
    served.stop();
    await engine.stop();
  }
}
