import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { loadConfig } from '@ostatok/kit/node/config.ts';
import test from 'ava';
import { platformEnvSchema } from '../../api/src/config.ts';
import { LABEL } from '../../api/src/hosting/containers/engine.ts';
import { tenantLimitsOf } from '../../api/src/settings.ts';
import { containerOf } from '../support/containers/containers-of.ts';
import { mayHaveEngine, startEngine, type TestEngine } from '../support/containers/docker-engine.ts';
import { reaching, runInside, touching } from '../support/containers/inside.ts';
import { soldAtIiko, startIiko } from '../support/feeds/iiko-server.ts';
import { sleepUnderTraffic } from '../support/hosting/sleep-cycles.ts';
import { newOwner, newVenue, startTestPlatform, type TestPlatform } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { startCommand } from '../support/telegram/telegram-link.ts';

/** A hundred were measured by hand; the suite takes some of them. */
const CYCLES = Number(process.env.OSTATOK_CYCLES ?? 5);

/** Starts processes without end, and prints how many there were; they end with it. */
const FORKING = `
import { spawn } from 'node:child_process';
const begin = () => new Promise((resolve) => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  child.once('spawn', () => resolve(child));
  child.once('error', () => resolve(undefined));
});
const children = [];
for (let child = await begin(); child && children.length < 500; child = await begin()) {
  children.push(child);
  if (child.exitCode !== null) break;
}
for (const child of children) child.kill('SIGKILL');
console.log(children.length);
process.exit(0);
`;
/** Writes until there is no place, and prints how many megabytes there was place for. */
const FILLING = `
import { appendFileSync, rmSync } from 'node:fs';
let written = 0;
try { for (;; written += 1) appendFileSync('/tmp/filled', Buffer.alloc(2 ** 20)); } catch {}
rmSync('/tmp/filled');
console.log(written);
`;
/** Takes memory without end. */
const HOARDING = `const all = []; for (;;) all.push(Buffer.alloc(16 * 2 ** 20, 1));`;

/** Where tenants in containers reach the platform. */
const INTERNAL_PORT = 3030;

const onEngine = mayHaveEngine() ? test.serial : test.serial.skip;

let engine: TestEngine | undefined;
let platform: TestPlatform;
test.before(async () => {
  engine = await startEngine();
  if (engine)
    platform = await startTestPlatform({
      HOSTING: 'docker',
      DOCKER_HOST: engine.address,
      FEEDS_PRIVATE_ADDRESSES: '1',
    });
});
test.after.always(async () => {
  await platform?.stop();
  await engine?.stop();
});

onEngine('a venue lives in a container that can write nowhere and shows no secret', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  t.is((await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 1 })).status, 201);
  const container = containerOf(platform, venue);

  const seen = await container.inspect();
  const row = await platform.db('tenants').where({ id: venue.id }).first();
  const { databasePasswordOf, botTokenOf, internalOf } = platform.venues.secrets;
  for (const secret of [databasePasswordOf(row), botTokenOf(row), internalOf(row)])
    t.false(JSON.stringify(seen).includes(secret));
  t.is(seen.Config.User, '10001:10001');
  t.like(seen.HostConfig, { ReadonlyRootfs: true, CapDrop: ['ALL'], SecurityOpt: ['no-new-privileges'] });
  t.deepEqual(seen.Config.Labels[LABEL.release], row.version);

  const placesOf = (user: string) => [
    { write: '/app/main.mjs' },
    { write: '/etc/passwd' },
    { write: `/tmp/${user}` },
    { read: '/var/run/docker.sock' },
    { write: '/proc/sys/kernel/hostname' },
  ];
  for (const user of ['10001', '0'])
    t.deepEqual(
      await runInside(container, user, touching(placesOf(user))),
      ['EROFS', 'EROFS', 'written', 'ENOENT', 'EROFS'],
      user,
    );
});

onEngine('a container gets what its plan allows, and never more than any venue of the installation', async (t) => {
  const owner = await newOwner(platform, 'starter');
  const venue = await newVenue(platform, owner);
  const limits = async (): Promise<object> => {
    const { HostConfig } = await containerOf(platform, venue).inspect();
    const { Memory, CpuQuota = 0, CpuPeriod = 1, PidsLimit } = HostConfig;
    return { memory: Memory, cores: CpuQuota / CpuPeriod, tasks: PidsLimit };
  };
  t.deepEqual(await limits(), { memory: 1024 * 2 ** 20, cores: 1, tasks: 128 });

  const plan = { max_memory_mb: 256, max_cpu_percent: 50, max_tasks: 100_000 };
  await platform.db('plans').where({ name: 'starter' }).update(plan);
  await platform.venues.runtime.stop(venue.id);

  t.is((await venue.call('GET', '/api/items')).status, 200);
  t.deepEqual(await limits(), { memory: 256 * 2 ** 20, cores: 0.5, tasks: 128 });
});

onEngine("from inside a container nothing is reached but the platform's internal API and the database", async (t) => {
  const owner = await newOwner(platform);
  const [venue, other] = [await newVenue(platform, owner), await newVenue(platform, owner)];
  const service = createServer((_req, res) => res.end('a service of this machine'));
  await new Promise<void>((resolve) => service.listen(0, '0.0.0.0', resolve));
  t.teardown(() => service.close());
  const { port } = service.address() as AddressInfo;
  const gateway = platform.containers?.address ?? '';
  const machine = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const [own] = machine.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address);
  const { endpoint } = await platform.db('tenants').where({ id: other.id }).first();

  const addresses = [
    `http://${gateway}:${INTERNAL_PORT}/internal/bot-state`,
    `http://${gateway}:${INTERNAL_PORT}/api/plans`,
    `http://${gateway}:${INTERNAL_PORT}/internal/../api/plans`,
    `http://${gateway}:${INTERNAL_PORT}/internal/telegram/${other.id}/bot${other.bot.token}/getMe`,
    `${endpoint}/healthz`,
    `http://${gateway}:${port}/`,
    `http://${own}:${port}/`,
    'http://169.254.169.254/latest/meta-data/',
    'http://1.1.1.1/',
    'http://example.com/',
  ];
  for (const user of ['10001', '0'])
    t.deepEqual(
      await runInside(containerOf(platform, venue), user, reaching(addresses)),
      // whoever knows another venue's token may use it: it has the token
      [401, 404, 404, 200, ...Array(6).fill('unreachable')],
      user,
    );
  const stolen = `http://${gateway}:${INTERNAL_PORT}/internal/telegram/${venue.id}/bot${other.bot.token}/getMe`;
  t.deepEqual(await runInside(containerOf(platform, venue), '0', reaching([stolen])), [401]);
});

onEngine('a venue in a container asks its till through the platform', async (t) => {
  const iiko = await startIiko(t);
  const venue = await newVenue(platform, await newOwner(platform));
  const { url: address, login, password } = iiko;
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' }).format(Date.now() - 24 * 3600_000);
  iiko.rows.push(soldAtIiko(day));

  await venue.call('POST', '/api/feeds', { kind: 'iiko', address, login, password, hour: 0 });
  await venue.call('POST', '/api/feeds/1/check');
  const feedOf = async () => (await venue.call('GET', '/api/feeds')).body.feeds[0];
  await until(async () => (await feedOf()).busy === false, 'the feed was fetched');

  t.like(await feedOf(), { state: 'healthy', last_day: day, error: null });
});

onEngine('what takes all of one container leaves the others what is theirs', async (t) => {
  const owner = await newOwner(platform);
  const [greedy, other] = [await newVenue(platform, owner), await newVenue(platform, owner)];
  const container = containerOf(platform, greedy);
  const { tasks } = tenantLimitsOf(loadConfig(platformEnvSchema, {}));

  const processes = Number(await runInside(container, '0', FORKING));
  t.true(processes > 1 && processes < tasks, `${processes} processes`);
  const megabytes = Number(await runInside(container, '0', FILLING));
  t.true(megabytes > 64 && megabytes <= 128, `${megabytes} MB`);
  await t.throwsAsync(runInside(container, '0', HOARDING), undefined, 'the kernel ends it');

  t.is((await other.call('GET', '/api/items')).status, 200);
  await until(async () => (await greedy.call('GET', '/api/items')).status === 200, 'it is itself again');
});

onEngine('a bot in a container counts: its answers leave through the platform', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  await venue.call('POST', '/api/items', { name: 'Джемесон', unit: 'л', quantity: 1 });
  const chat = platform.sandbox?.chat;
  const person = await chat?.createPerson({ first_name: 'Анна', username: 'anna' });
  if (!chat || !person) return t.fail('the platform has no chat');
  const said = async (): Promise<string[]> =>
    (await chat.messages(venue.bot.id, person.id)).map(({ text }) => text ?? '');
  await chat.write(venue.bot.id, person.id, startCommand(venue.telegramLink));
  await chat.write(venue.bot.id, person.id, 'Джемесон +0,7');
  await until(async () => (await said()).some((text) => text.includes('1,7')), 'the bot answers');
  t.pass();
});

onEngine('an administrator sees the containers, their network and the image that they run from', async (t) => {
  const admin = await newOwner(platform);
  await platform.db('users').where({ id: admin.userId }).update({ role: 'admin' });
  const read = async (path: string) => (await admin.call('GET', path)).body;
  const before = (await read('/api/test/stats')).stats.docker;
  await newVenue(platform, admin);
  const asleep = await newVenue(platform, admin);
  await platform.venues.runtime.stop(asleep.id);

  const { docker } = (await read('/api/test/stats')).stats;

  t.is(docker.containers.total, before.containers.total + 2);
  t.is(docker.containers.running, before.containers.running + 1);
  t.deepEqual(docker.networks, { total: 1 });
  t.deepEqual(docker.volumes, { total: 0 });
  t.deepEqual(docker.images, { total: 1 });
  const [image] = (await read('/api/admin/images')).images;
  t.like(image, { in_use: true, is_default: true });
  t.regex(image.repository, /^ostatok-[0-9a-f]{8}\/tenant-runtime$/);
  t.true(image.size > 50_000_000, 'with the Node that it runs on');
  t.is((await admin.call('DELETE', `/api/admin/images/${image.id}`)).status, 409, 'venues run from it');
  const { audit } = await read(`/api/admin/tenants/audit?search=${asleep.subdomain}`);
  const [audited] = audit.tenants;
  t.like(audited, { docker_status: 'exited', has_issues: false });
  t.is(audited.evidence[2].says, 'Контейнер остановлен: заведение спит');
});

onEngine('a venue that is put to sleep again and again refuses and loses nothing', async (t) => {
  if (!engine) return t.fail('no container engine');
  const env = { HOSTING: 'docker', DOCKER_HOST: engine.address, TENANT_IDLE_MINUTES: '0.0005' };
  const shared = { secretKey: randomBytes(32).toString('base64url'), alone: false };
  const first = await startTestPlatform(env, shared);
  t.teardown(first.stop);
  const { databaseUrl, containers } = first;
  const TENANT_DATABASE_URL = first.addresses.ofTenants('docker').databaseUrl;
  const second = await startTestPlatform({ ...env, TENANT_DATABASE_URL }, { ...shared, databaseUrl, containers });
  t.teardown(second.stop);
  await sleepUnderTraffic(t, [first, second], CYCLES);
});
